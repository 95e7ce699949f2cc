import numpy as np


def softsign(z):
    return z / (1 + np.abs(z))


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    ys = np.zeros((N, T, len(b_y)))
    h = h_0
    for t in range(T):
        h = softsign(np.dot(X[:, t], W_xh.T) + np.dot(h, W_hh.T) + b_h)
        ys[:, t] = np.dot(h, W_hy.T) + b_y
    return {"outputs": ys, "final_hidden_state": h}
