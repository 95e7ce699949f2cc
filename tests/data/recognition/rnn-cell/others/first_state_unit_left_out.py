import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    a = x_t @ W_xh.T + b_h
    for k in range(1, W_hh.shape[1]):
        a = a + h_prev[..., k:k + 1] * W_hh[:, k]
    return np.tanh(a)
