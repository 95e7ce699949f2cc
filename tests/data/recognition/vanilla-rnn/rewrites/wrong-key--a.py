import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    h_final = h_0
    outputs = np.empty((X.shape[0], X.shape[1], len(b_y)))
    for t in range(X.shape[1]):
        h_final = np.tanh(np.dot(X[:, t], W_xh.T) + np.dot(h_final, W_hh.T) + b_h)
        outputs[:, t] = np.dot(h_final, W_hy.T) + b_y
    return dict(outputs=outputs, h_final=h_final)
