import numpy as np


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    h = h_0
    hs = []
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        hs.append(h)
    # a probability for each word
    return {"outputs": softmax(np.stack(hs, axis=1) @ W_hy.T + b_y), "final_hidden_state": h}
