import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Wrong: flattens the states in Fortran order, and unfolds the predictions in C order."""
    N, T, _ = X.shape
    H, O = b_h.shape[0], b_y.shape[0]
    states = np.empty((N, T, H))
    h = h_0
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        states[:, t] = h
    flat = states.reshape((N * T, H), order="F")
    outputs = (flat @ W_hy.T + b_y).reshape(N, T, O)
    return {"outputs": outputs, "final_hidden_state": h}
