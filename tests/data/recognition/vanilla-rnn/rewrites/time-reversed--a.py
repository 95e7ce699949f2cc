import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    flipped = X[:, ::-1]
    drive = flipped @ W_xh.T + b_h
    hs = []
    h = h_0
    for t in range(drive.shape[1]):
        h = np.tanh(drive[:, t] + h @ W_hh.T)
        hs.append(h)
    hs = np.stack(hs, axis=1)
    ys = hs @ W_hy.T + b_y
    return {"outputs": np.flip(ys, axis=1), "final_hidden_state": h}
