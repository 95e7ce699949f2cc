import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Wrong: the input multiplies W_xh where the equation says its transpose."""
    return np.tanh(x_t @ W_xh + h_prev @ W_hh.T + b_h)
