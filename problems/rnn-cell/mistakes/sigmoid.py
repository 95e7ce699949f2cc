import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Wrong: the logistic sigmoid stands in place of tanh."""
    a = x_t @ W_xh.T + h_prev @ W_hh.T + b_h
    small = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, small) / (1.0 + small)
