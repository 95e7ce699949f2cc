import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    batch, steps = X.shape[0], X.shape[1]
    y = np.empty((batch, steps, len(b_y)))
    hidden = h_0
    for i in range(steps):
        hidden = np.tanh(np.inner(X[:, i], W_xh) + np.inner(hidden, W_hh) + b_h)
        y[:, i, :] = np.inner(hidden, W_hy) + b_y
    return y
