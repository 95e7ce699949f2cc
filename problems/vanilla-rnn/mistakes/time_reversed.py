import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Wrong: the sequence is read from its end."""
    N, T, _ = X.shape
    outputs = np.empty((N, T, b_y.shape[0]))
    h = h_0
    for t in reversed(range(T)):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs[:, t] = h @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": h}
