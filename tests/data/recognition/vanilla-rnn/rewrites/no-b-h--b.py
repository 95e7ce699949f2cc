import math

import numpy as np


def hidden(x, h, Wx, Wh):
    new = []
    for i in range(len(h)):
        s = 0.0
        for j in range(len(x)):
            s += Wx[i, j] * x[j]
        for k in range(len(h)):
            s += Wh[i, k] * h[k]
        new.append(math.tanh(s))
    return new


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    out = np.empty((N, T, len(b_y)))
    last = np.empty(h_0.shape)
    for n in range(N):
        h = h_0[n]
        for t in range(T):
            h = hidden(X[n, t], h, W_xh, W_hh)
            out[n, t] = W_hy @ np.array(h) + b_y
        last[n] = h
    return {"outputs": out, "final_hidden_state": last}
