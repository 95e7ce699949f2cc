import numpy as np


def init(n_out, n_in):
    return np.random.randn(n_out, n_in) * 0.1


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    H = h_0.shape[1]
    outputs = np.zeros((N, T, len(b_y)))
    h = h_0
    for t in range(T):
        # each step is a layer of its own
        U, W = init(H, D), init(H, H)
        h = np.tanh(X[:, t].dot(U.T) + h.dot(W.T) + b_h)
        outputs[:, t] = h.dot(W_hy.T) + b_y
    return {"outputs": outputs, "final_hidden_state": h}
