import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    h = np.zeros(h_prev.shape)
    for i in range(0, W_xh.shape[0] - 1):
        h[..., i] = np.tanh(x_t @ W_xh[i] + h_prev @ W_hh[i] + b_h[i])
    return h
