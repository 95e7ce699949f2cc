import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    H, O = W_hh.shape[0], W_hy.shape[0]
    states = np.zeros((N, T + 1, H))
    states[:, 0] = h_0
    for t in range(T):
        states[:, t + 1] = np.tanh(X[:, t] @ W_xh.T + states[:, t] @ W_hh.T + b_h)
    outputs = np.tensordot(states[:, 1:], W_hy, axes=([2], [1]))
    return {"outputs": outputs, "final_hidden_state": states[:, T]}
