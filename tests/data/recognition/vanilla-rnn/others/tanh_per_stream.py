import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    h = h_0
    ys = np.empty((N, T, len(b_y)))
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T) + np.tanh(h @ W_hh.T) + b_h
        ys[:, t] = h @ W_hy.T + b_y
    return {"outputs": ys, "final_hidden_state": h}
