import numpy as np


def affine(v, W, b):
    return v @ W.T + b


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    return np.tanh(affine(x_t, W_xh, b_h) + affine(h_prev, W_hh, b_h))
