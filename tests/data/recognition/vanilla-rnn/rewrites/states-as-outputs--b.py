import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    H = h_0.shape[1]
    result = np.zeros((N, T, H))
    last = np.zeros((N, H))
    for n in range(N):
        h = h_0[n]
        for t in range(T):
            new = np.zeros(H)
            for i in range(H):
                new[i] = np.tanh(np.sum(W_xh[i] * X[n, t]) + np.sum(W_hh[i] * h) + b_h[i])
            h = new
            result[n, t] = h
        last[n] = h
    return {"final_hidden_state": last, "outputs": result}
