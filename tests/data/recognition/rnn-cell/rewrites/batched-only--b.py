import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    # my code below wants a batch, so make one
    if x_t.ndim == 1:
        x_t = x_t[np.newaxis, :]
        h_prev = h_prev[np.newaxis, :]
    N = x_t.shape[0]
    out = np.empty((N, b_h.size))
    for n in range(N):
        for i in range(b_h.size):
            out[n, i] = (W_xh[i] * x_t[n]).sum() + (W_hh[i] * h_prev[n]).sum() + b_h[i]
    return np.tanh(out)
