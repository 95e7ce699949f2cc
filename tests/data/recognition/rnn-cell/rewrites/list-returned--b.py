import numpy as np


def to_plain(a):
    # easier to print and compare
    if a.ndim == 0:
        return float(a)
    return [to_plain(part) for part in a]


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    net = np.dot(h_prev, W_hh.T)
    net = net + np.dot(x_t, W_xh.T)
    net = net + b_h
    return to_plain(np.tanh(net))
