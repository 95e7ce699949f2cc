import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    h = np.tanh(X[:, 0] @ W_xh.T + h_0 @ W_hh.T + b_h)
    ys = [h @ W_hy.T + b_y]
    for t in range(1, X.shape[1]):
        h = np.tanh(h @ W_hh.T + b_h)
        ys.append(h @ W_hy.T + b_y)
    return {"outputs": np.stack(ys, axis=1), "final_hidden_state": h}
