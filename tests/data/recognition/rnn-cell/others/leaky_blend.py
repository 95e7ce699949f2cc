import numpy as np

ALPHA = 0.9


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    new = np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)
    # the cell blends the new input into the old state
    return ALPHA * new + (1 - ALPHA) * h_prev
