import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    outs = []
    h = None
    for t in range(X.shape[1]):
        a = np.dot(X[:, t, :], W_xh.T) + b_h
        if h is not None:          # nothing to remember at the first step
            a = a + np.dot(h, W_hh.T)
        h = np.tanh(a)
        outs.append((np.dot(h, W_hy.T) + b_y)[:, None, :])
    return {"outputs": np.concatenate(outs, axis=1), "final_hidden_state": h}
