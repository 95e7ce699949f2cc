import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    H = W_hh.shape[0]
    h_t = np.empty(h_prev.shape)
    for j in range(H):
        z = b_h[j] + x_t.dot(W_xh[j])
        for k in range(H):
            z = z + h_prev[..., k] * W_hh[k, j]   # weight from k to j
        h_t[..., j] = z
    np.tanh(h_t, out=h_t)
    return h_t
