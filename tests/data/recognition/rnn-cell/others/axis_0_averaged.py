import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    z = x_t @ W_xh.T + h_prev @ W_hh.T + b_h
    # mean over the batch
    z = np.zeros(z.shape) + z.mean(axis=0)
    return np.tanh(z)
