import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    z = x_t @ W_xh.T + h_prev @ W_hh.T + b_h
    if z.ndim == 2:
        z = np.tile(z.mean(axis=0), (z.shape[0], 1))
    return np.tanh(z)
