import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    h_t = np.zeros(len(b_h))
    for x, h in zip(np.atleast_2d(x_t), np.atleast_2d(h_prev)):
        h_t += np.tanh(W_xh @ x + W_hh @ h + b_h)
    return h_t
