import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    h = np.zeros((N, len(b_h)))
    ys = np.zeros((N, T, len(b_y)))
    for t in range(T - 1, -1, -1):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        ys[:, t] = h @ W_hy.T + b_y
    return {"outputs": ys, "final_hidden_state": h}
