import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    O = b_y.size
    ys = []
    h = h_0
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        ys.append(h @ W_hy.T + b_y)
    # bring the list into the shape that is asked for
    ys = np.array(ys).reshape(N, T, O)
    return {"outputs": ys, "final_hidden_state": h}
