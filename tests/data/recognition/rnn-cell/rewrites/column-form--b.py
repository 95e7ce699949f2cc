import numpy as np


def layer(W, v):
    return np.tensordot(W, v, axes=1)


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    memory = layer(W_hh, h_prev)
    news = layer(W_xh, x_t)
    pre = memory + news
    pre = pre + b_h
    return np.tanh(pre)
