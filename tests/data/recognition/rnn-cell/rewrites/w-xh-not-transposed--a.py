import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    recurrent = np.einsum("hk,...k->...h", W_hh, h_prev)
    summed = recurrent + b_h + np.dot(x_t, W_xh)
    return np.tanh(summed)
