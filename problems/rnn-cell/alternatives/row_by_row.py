import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Stack the answers for single examples; the column form is right for each of them."""
    if x_t.ndim == 1:
        return np.tanh(W_xh @ x_t + W_hh @ h_prev + b_h)
    return np.stack([np.tanh(W_xh @ x + W_hh @ h + b_h) for x, h in zip(x_t, h_prev)])
