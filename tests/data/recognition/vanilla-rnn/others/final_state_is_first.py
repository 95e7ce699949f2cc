import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    hs = []
    h = h_0
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        hs.append(h)
    return {"outputs": np.stack(hs, axis=1) @ W_hy.T + b_y, "final_hidden_state": hs[0]}
