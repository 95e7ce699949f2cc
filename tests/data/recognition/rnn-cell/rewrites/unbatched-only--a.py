import numpy as np


def add_up(start, weights, values):
    for n in range(len(weights)):
        start = start + weights[n] * values[n]
    return start


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    units = len(b_h)
    state = np.empty(units)
    for u in range(units):
        s = add_up(b_h[u], W_xh[u], x_t)
        s = add_up(s, W_hh[u], h_prev)
        state[u] = np.tanh(s)
    return state
