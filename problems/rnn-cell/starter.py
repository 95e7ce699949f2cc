import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Return the new hidden state h_t, a float64 array of the same shape as h_prev.

    The shape is (H,) for a single example and (N, H) for a batch.
    """
    pass
