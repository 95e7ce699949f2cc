import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    z = x_t @ W_xh.T
    z = z + h_prev @ W_hh.T
    z = z + b_h
    return np.clip(z, -1.0, 1.0)
