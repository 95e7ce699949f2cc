import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    a = x_t @ W_xh.T + h_prev @ W_hh.T + b_h
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
