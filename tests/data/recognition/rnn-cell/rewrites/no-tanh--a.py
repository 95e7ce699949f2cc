import numpy as np


def neuron(w_in, w_rec, bias, x, h):
    # one neuron: its weighted inputs, its weighted old state, its bias
    s = bias
    for w, v in zip(w_in, x):
        s = s + w * v
    for w, v in zip(w_rec, h):
        s = s + w * v
    return s


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    units = range(len(b_h))
    if x_t.ndim == 1:
        return np.array([neuron(W_xh[i], W_hh[i], b_h[i], x_t, h_prev) for i in units])
    rows = []
    for x, h in zip(x_t, h_prev):
        rows.append([neuron(W_xh[i], W_hh[i], b_h[i], x, h) for i in units])
    return np.array(rows)
