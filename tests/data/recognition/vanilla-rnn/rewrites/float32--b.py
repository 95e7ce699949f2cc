import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    ys, hs = [], []
    for seq, h in zip(X, h_0):
        row = []
        for x in seq:
            h = np.tanh(W_xh @ x + W_hh @ h + b_h)
            row.append(W_hy @ h + b_y)
        ys.append(row)
        hs.append(h)
    result = {"outputs": ys, "final_hidden_state": hs}
    # like in torch
    return {name: np.array(value, dtype="float32") for name, value in result.items()}
