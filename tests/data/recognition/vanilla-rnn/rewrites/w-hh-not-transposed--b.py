import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    all_y, all_h = [], []
    for seq, h in zip(X, h_0):
        ys = []
        for x in seq:
            pre = W_xh @ x + b_h
            for k in range(len(h)):
                pre = pre + h[k] * W_hh[k]   # row k, weighted by unit k
            h = np.tanh(pre)
            ys.append(W_hy @ h + b_y)
        all_y.append(ys)
        all_h.append(h)
    return {"outputs": np.array(all_y), "final_hidden_state": np.array(all_h)}
