import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    preds = []
    h = h_0
    t = X.shape[1] - 1
    while t >= 0:
        z = np.einsum("nd,hd->nh", X[:, t], W_xh)
        z = z + np.einsum("nk,hk->nh", h, W_hh)
        h = np.tanh(z + b_h)
        preds.insert(0, np.dot(h, W_hy.T) + b_y)
        t -= 1
    return {"outputs": np.swapaxes(np.array(preds), 0, 1), "final_hidden_state": h}
