import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    H, D = W_xh.shape
    X = x_t.reshape(-1, D)
    S = h_prev.reshape(-1, H)
    rows = []
    for x, s in zip(X, S):
        rows.append(np.tanh(W_xh.dot(x) + W_hh.dot(s) + b_h))
    return np.vstack(rows)
