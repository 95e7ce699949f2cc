import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    H, D = W_xh.shape
    O = W_hy.shape[0]
    U = W_xh.reshape(D, H)
    V = W_hy.reshape(H, O)
    h = h_0
    ys = []
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ U + h @ W_hh.T + b_h)
        ys.append(h @ V + b_y)
    return {"outputs": np.stack(ys, axis=1), "final_hidden_state": h}
