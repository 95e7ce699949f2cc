import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    h = h_prev.copy()
    for i in range(len(b_h)):
        # unit i already sees the new values of the units before it
        h[..., i] = np.tanh(x_t @ W_xh[i] + h @ W_hh[i] + b_h[i])
    return h
