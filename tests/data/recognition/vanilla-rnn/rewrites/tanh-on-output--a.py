import numpy as np


def dense(v, W, b):
    # a layer: affine, then tanh
    return np.tanh(np.dot(v, W.T) + b)


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    W = np.hstack((W_xh, W_hh))
    h = h_0
    outputs = np.empty((X.shape[0], X.shape[1], W_hy.shape[0]))
    for t in range(X.shape[1]):
        h = dense(np.hstack((X[:, t], h)), W, b_h)
        outputs[:, t] = dense(h, W_hy, b_y)
    return {"outputs": outputs, "final_hidden_state": h}
