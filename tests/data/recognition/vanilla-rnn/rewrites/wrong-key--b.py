import numpy as np


def forward(seq, h, W_xh, W_hh, W_hy, b_h, b_y):
    ys = []
    for x in seq:
        h = np.tanh((W_xh * x).sum(axis=1) + (W_hh * h).sum(axis=1) + b_h)
        ys.append((W_hy * h).sum(axis=1) + b_y)
    return np.array(ys), h


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    res = {"outputs": [], "h_final": []}
    for seq, h in zip(X, h_0):
        ys, h = forward(seq, h, W_xh, W_hh, W_hy, b_h, b_y)
        res["outputs"].append(ys)
        res["h_final"].append(h)
    return {key: np.array(value) for key, value in res.items()}
