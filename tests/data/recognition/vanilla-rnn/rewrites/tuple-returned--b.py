import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    H, O = len(b_h), len(b_y)
    outputs, h = np.zeros((N, T, O)), np.zeros((N, H))
    for n in range(N):
        old = h_0[n]
        for t in range(T):
            new = np.zeros(H)
            for i in range(H):
                new[i] = np.tanh(b_h[i] + X[n, t] @ W_xh[i] + old @ W_hh[i])
            for o in range(O):
                outputs[n, t, o] = b_y[o] + new @ W_hy[o]
            old = new
        h[n] = old
    answer = [outputs, h]
    return tuple(answer)
