import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    hs = [h_0]
    for t in range(X.shape[1]):
        hs.append(np.tanh(X[:, t] @ W_xh.T + hs[-1] @ W_hh.T + b_h))
    outputs = np.stack([h @ W_hy.T + b_y for h in hs], axis=1)
    return {"outputs": outputs, "final_hidden_state": hs[-1]}
