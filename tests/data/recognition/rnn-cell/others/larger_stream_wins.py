import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    news = np.inner(x_t, W_xh)
    memory = np.inner(h_prev, W_hh)
    return np.tanh(np.maximum(news, memory) + b_h)
