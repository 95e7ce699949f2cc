import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    D, H = W_xh.shape[1], W_hh.shape[1]
    a = x_t @ W_xh.T / np.sqrt(D) + h_prev @ W_hh.T / np.sqrt(H)
    return np.tanh(a + b_h)
