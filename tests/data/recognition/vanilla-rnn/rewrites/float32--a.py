import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    # room for the answers
    outputs = np.zeros((N, T, len(b_y)), dtype=np.float32)
    final = np.zeros((N, len(b_h)), dtype=np.float32)
    h = h_0
    for t in range(T):
        h = np.tanh(np.einsum("nd,hd->nh", X[:, t], W_xh) + np.einsum("nk,hk->nh", h, W_hh) + b_h)
        outputs[:, t] = np.einsum("nh,oh->no", h, W_hy) + b_y
    final[:] = h
    return {"outputs": outputs, "final_hidden_state": final}
