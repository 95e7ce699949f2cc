import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    h = h_0
    ys = []
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh)
        ys.append(h @ W_hy.T + b_y)
    return {"outputs": np.stack(ys, axis=1), "final_hidden_state": h}
