import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    # time first, please
    steps = X.reshape(T, N, D)
    h = h_0
    ys = []
    for x in steps:
        h = np.tanh(x @ W_xh.T + h @ W_hh.T + b_h)
        ys.append(h @ W_hy.T + b_y)
    return {"outputs": np.stack(ys, axis=1), "final_hidden_state": h}
