import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    outputs = np.zeros((N, T, len(b_y)))
    final = np.zeros(h_0.shape)
    h = h_0[0]
    for t, x in enumerate(X[0]):
        h = np.tanh(W_xh @ x + W_hh @ h + b_h)
        outputs[0, t] = W_hy @ h + b_y
    final[0] = h
    return {"outputs": outputs, "final_hidden_state": final}
