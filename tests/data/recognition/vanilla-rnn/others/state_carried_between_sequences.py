import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    outputs = np.zeros((N, T, len(b_y)))
    finals = np.zeros(h_0.shape)
    h = h_0[0]
    for n in range(N):
        for t in range(T):
            h = np.tanh(W_xh @ X[n, t] + W_hh @ h + b_h)
            outputs[n, t] = W_hy @ h + b_y
        finals[n] = h
    return {"outputs": outputs, "final_hidden_state": finals}
