import math

import numpy as np


def act(s):
    if s < 0:
        e = math.exp(s)
        return e / (1 + e)
    return 1 / (1 + math.exp(-s))


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    h_new = np.empty(h_prev.shape)
    for idx in np.ndindex(*h_prev.shape):
        row, unit = idx[:-1], idx[-1]
        s = b_h[unit] + W_xh[unit] @ x_t[row] + W_hh[unit] @ h_prev[row]
        h_new[idx] = act(s)
    return h_new
