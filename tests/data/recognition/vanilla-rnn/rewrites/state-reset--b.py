import numpy as np


class Cell:
    def __init__(self, W_xh, W_hh, b_h, start):
        self.W_xh, self.W_hh, self.b_h = W_xh, W_hh, b_h
        self.state = start

    def __call__(self, x):
        return np.tanh(self.b_h + self.W_xh.dot(x) + self.W_hh.dot(self.state))


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, _ = X.shape
    out = np.zeros((N, T, len(b_y)))
    last = np.zeros_like(h_0)
    for n in range(N):
        cell = Cell(W_xh, W_hh, b_h, h_0[n])
        for t in range(T):
            h = cell(X[n, t])
            out[n, t] = W_hy.dot(h) + b_y
        last[n] = h
    return {"outputs": out, "final_hidden_state": last}
