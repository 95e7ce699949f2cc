import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    x = np.atleast_2d(x_t)
    h = np.atleast_2d(h_prev)
    return np.squeeze(np.tanh(x @ W_xh.T + h @ W_hh.T + b_h))
