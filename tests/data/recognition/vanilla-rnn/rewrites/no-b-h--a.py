import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    W = np.concatenate((W_xh, W_hh), axis=1)
    h = h_0
    collected = []
    for t in range(X.shape[1]):
        h = np.tanh(np.concatenate((X[:, t], h), axis=1) @ W.T)
        collected.append(h)
    states = np.stack(collected).swapaxes(0, 1)
    return {"outputs": np.inner(states, W_hy) + b_y, "final_hidden_state": h}
