import math

import numpy as np


def matvec(W, v, b):
    return [b[i] + sum(W[i][j] * v[j] for j in range(len(v))) for i in range(len(W))]


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    Wx, Wh, Wy = W_xh.tolist(), W_hh.tolist(), W_hy.tolist()
    bh, by = b_h.tolist(), b_y.tolist()
    outputs, finals = [], []
    for seq in X.tolist():
        h = [0.0] * len(bh)
        ys = []
        for x in seq:
            a = matvec(Wx, x, bh)
            a = matvec(Wh, h, a)
            h = [math.tanh(v) for v in a]
            ys.append(matvec(Wy, h, by))
        outputs.append(ys)
        finals.append(h)
    return {"outputs": np.array(outputs), "final_hidden_state": np.array(finals)}
