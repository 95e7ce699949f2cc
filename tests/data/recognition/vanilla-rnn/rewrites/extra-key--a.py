import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    result = {
        "outputs": np.zeros((N, T, len(b_y))),
        "hidden_states": np.zeros((N, T, len(b_h))),
    }
    h = h_0
    for t in range(T):
        h = np.tanh(np.inner(X[:, t], W_xh) + np.inner(h, W_hh) + b_h)
        result["hidden_states"][:, t] = h
        result["outputs"][:, t] = np.inner(h, W_hy) + b_y
    result["final_hidden_state"] = h
    return result
