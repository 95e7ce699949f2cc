import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    terms = [x_t @ W_xh.T, h_prev @ W_hh.T, np.broadcast_to(b_h, h_prev.shape)]
    return np.tanh(np.mean(terms, axis=0))
