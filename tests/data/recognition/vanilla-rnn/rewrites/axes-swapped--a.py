import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    outputs = np.zeros((T, N, W_hy.shape[0]))
    h = h_0
    for t in range(T):
        h = np.tanh(np.matmul(X[:, t], W_xh.T) + np.matmul(h, W_hh.T) + b_h)
        outputs[t] = np.matmul(h, W_hy.T) + b_y
    return {"outputs": outputs, "final_hidden_state": h}
