import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Make the result first, then add each term to it in place."""
    h_t = np.empty(h_prev.shape, dtype=np.float64)
    np.matmul(x_t, W_xh.T, out=h_t)
    h_t += np.matmul(h_prev, W_hh.T)
    h_t += b_h
    return np.tanh(h_t, out=h_t)
