import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Unroll the cell over axis 1 from h_0, then read every new state out in one product."""
    N, T, _ = X.shape
    states = np.empty((N, T, b_h.shape[0]))
    h = h_0
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        states[:, t] = h
    return {"outputs": states @ W_hy.T + b_y, "final_hidden_state": h}
