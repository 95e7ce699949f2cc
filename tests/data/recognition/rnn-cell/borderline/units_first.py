import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    z = W_xh @ x_t.T + W_hh @ h_prev.T
    z = z.T + b_h
    return np.tanh(z).T
