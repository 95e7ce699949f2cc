import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Wrong: the bias is repeated for a batch of two, whatever the batch is."""
    bias = b_h if x_t.ndim == 1 else np.tile(b_h, (2, 1))
    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + bias)
