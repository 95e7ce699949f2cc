import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    x = np.atleast_2d(x_t)[0]
    h = np.atleast_2d(h_prev)[0]
    h_t = np.zeros((1, len(b_h)))
    for i in range(len(b_h)):
        h_t[0, i] = np.tanh(np.dot(W_xh[i], x) + np.dot(W_hh[i], h) + b_h[i])
    return h_t
