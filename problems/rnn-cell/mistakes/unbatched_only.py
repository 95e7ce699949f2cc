import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """Wrong: indexes features and units along the first axis, which is the batch in a batch."""
    h_t = np.zeros(b_h.shape[0])
    for i in range(b_h.shape[0]):
        total = b_h[i]
        for j in range(W_xh.shape[1]):
            total = total + W_xh[i, j] * x_t[j]
        for k in range(W_hh.shape[1]):
            total = total + W_hh[i, k] * h_prev[k]
        h_t[i] = np.tanh(total)
    return h_t
