import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    states = np.zeros((N, T, len(b_h)))
    for t in range(T):
        before = h_0 if t == 0 else states[:, t - 1]
        memory = np.einsum("nk,kh->nh", before, W_hh)
        states[:, t] = np.tanh(np.einsum("nd,hd->nh", X[:, t], W_xh) + memory + b_h)
    outputs = np.einsum("nth,oh->nto", states, W_hy) + b_y
    return {"outputs": outputs, "final_hidden_state": states[:, -1]}
