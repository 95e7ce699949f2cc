import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    states = np.zeros((N, T, len(b_h)))
    h = h_0
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        states[:, t] = h
    outputs = states.reshape(N * T, -1) @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": h}
