import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, _ = X.shape
    states = np.empty((N, T, W_hh.shape[0]))
    h = h_0
    for t in range(T):
        h = np.tanh(np.inner(X[:, t], W_xh) + np.inner(h, W_hh) + b_h)
        states[:, t, :] = h
    outputs = np.dot(states, W_hy)
    outputs = outputs + b_y
    return {"outputs": outputs, "final_hidden_state": h}
