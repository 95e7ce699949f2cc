import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Make both results first and fill them step by step."""
    N, T, _ = X.shape
    outputs = np.empty((N, T, b_y.shape[0]), dtype=np.float64)
    h = np.array(h_0, dtype=np.float64)
    for t in range(T):
        a = np.matmul(X[:, t, :], W_xh.T)
        a += np.matmul(h, W_hh.T)
        a += b_h
        np.tanh(a, out=h)
        np.add(np.matmul(h, W_hy.T), b_y, out=outputs[:, t, :])
    return {"outputs": outputs, "final_hidden_state": h}
