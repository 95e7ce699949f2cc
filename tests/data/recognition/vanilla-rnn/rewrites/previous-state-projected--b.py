import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, _ = X.shape
    Y = np.zeros((N, T, b_y.shape[0]))
    H_T = np.zeros(h_0.shape)
    for n in range(N):
        state = h_0[n]
        t = 0
        while t < T:
            # read out first, then move on
            for o in range(b_y.shape[0]):
                Y[n, t, o] = b_y[o] + np.dot(W_hy[o], state)
            state = np.tanh(np.dot(W_xh, X[n, t]) + np.dot(W_hh, state) + b_h)
            t += 1
        H_T[n] = state
    return dict(outputs=Y, final_hidden_state=H_T)
