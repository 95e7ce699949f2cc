import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    z = x_t @ W_xh.T + h_prev @ W_hh.T + b_h
    e = np.exp(-2 * np.abs(z))
    t = (1 - e) / (1 + e)
    return np.where(z > 0, -t, t)
