import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    # one big matrix instead of two small ones
    W = np.hstack([W_xh, W_hh])
    v = np.concatenate([x_t, h_prev], axis=-1)
    result = np.zeros(h_prev.shape)
    if v.ndim == 1:
        for i in range(W.shape[0]):
            result[i] = np.tanh(np.sum(W[i] * v))
    else:
        for n in range(v.shape[0]):
            for i in range(W.shape[0]):
                result[n, i] = np.tanh(np.sum(W[i] * v[n]))
    return result
