import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    outputs = np.zeros((N, T, len(b_y)))
    h = h_0
    # t = 1, ..., T
    for t in range(1, T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs[:, t] = h @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": h}
