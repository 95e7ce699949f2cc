import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Project the inputs of all steps beforehand and all states afterwards, with a C-order reshape."""
    N, T, D = X.shape
    H, O = b_h.shape[0], b_y.shape[0]
    from_input = (X.reshape(N * T, D) @ W_xh.T + b_h).reshape(N, T, H)
    states = np.empty((N, T, H))
    h = h_0.copy()
    for t in range(T):
        h = np.tanh(from_input[:, t] + h @ W_hh.T)
        states[:, t] = h
    outputs = (states.reshape(N * T, H) @ W_hy.T + b_y).reshape(N, T, O)
    return {"outputs": outputs, "final_hidden_state": h}
