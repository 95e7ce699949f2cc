import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    hs = [h_0, h_0]
    for t in range(X.shape[1]):
        hs.append(np.tanh(X[:, t] @ W_xh.T + hs[-2] @ W_hh.T + b_h))
    return {"outputs": np.stack(hs[2:], axis=1) @ W_hy.T + b_y, "final_hidden_state": hs[-1]}
