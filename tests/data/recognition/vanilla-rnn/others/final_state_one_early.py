import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    T = X.shape[1]
    hs = [h_0]
    for t in range(T):
        hs.append(np.tanh(X[:, t] @ W_xh.T + hs[t] @ W_hh.T + b_h))
    outputs = np.stack(hs[1:], axis=1) @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": hs[T - 1]}
