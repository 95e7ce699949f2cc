import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Column form done right: examples become columns on the way in, rows on the way out."""
    return np.tanh((W_xh @ x_t.T + W_hh @ h_prev.T).T + b_h)
