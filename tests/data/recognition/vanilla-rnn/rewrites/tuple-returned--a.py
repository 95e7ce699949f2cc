import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    drive = X @ W_xh.T + b_h
    states = np.empty_like(drive)
    state = h_0
    for t in range(drive.shape[1]):
        state = np.tanh(drive[:, t] + state @ W_hh.T)
        states[:, t] = state
    y = states @ W_hy.T + b_y
    return (y, state)
