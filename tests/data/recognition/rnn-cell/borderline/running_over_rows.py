import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    if x_t.ndim == 1:
        return np.tanh(W_xh @ x_t + W_hh @ h_prev + b_h)
    h = h_prev[0]
    out = []
    # the rows are the steps
    for x in x_t:
        h = np.tanh(W_xh @ x + W_hh @ h + b_h)
        out.append(h)
    return np.array(out)
