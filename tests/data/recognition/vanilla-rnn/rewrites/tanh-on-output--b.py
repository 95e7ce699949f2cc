import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    hs = []
    for t in range(X.shape[1]):
        prev = hs[-1] if hs else h_0
        a = np.einsum("nd,hd->nh", X[:, t], W_xh) + np.einsum("nk,hk->nh", prev, W_hh)
        a += b_h
        hs.append(np.tanh(a))
    y = np.einsum("tnh,oh->nto", np.array(hs), W_hy)
    y += b_y
    np.tanh(y, out=y)
    return {"outputs": y, "final_hidden_state": hs[-1]}
