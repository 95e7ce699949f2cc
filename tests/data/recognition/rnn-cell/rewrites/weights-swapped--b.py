import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    # work with columns, then turn the result back into rows
    cols = W_xh @ h_prev.T
    cols = cols + W_hh @ x_t.T
    a = cols.T + b_h
    h_t = np.tanh(a)
    return h_t
