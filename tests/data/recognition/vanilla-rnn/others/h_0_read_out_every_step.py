import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    outputs = np.zeros((N, T, len(b_y)))
    h = h_0
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs[:, t] = h_0 @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": h}
