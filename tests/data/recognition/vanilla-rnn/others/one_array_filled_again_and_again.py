import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    h = h_0.copy()
    states = []
    for t in range(X.shape[1]):
        h[...] = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        states.append(h)
    outputs = np.stack([s @ W_hy.T + b_y for s in states], axis=1)
    return {"outputs": outputs, "final_hidden_state": h}
