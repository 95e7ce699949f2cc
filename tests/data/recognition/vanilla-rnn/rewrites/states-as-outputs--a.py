import numpy as np


class RNN:
    def __init__(self, W_xh, W_hh, b_h, state):
        self.params = (W_xh, W_hh, b_h)
        self.state = state
        self.history = []

    def step(self, x):
        W_xh, W_hh, b_h = self.params
        self.state = np.tanh(np.dot(x, W_xh.T) + np.dot(self.state, W_hh.T) + b_h)
        self.history.append(self.state)


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    rnn = RNN(W_xh, W_hh, b_h, h_0)
    for t in range(X.shape[1]):
        rnn.step(X[:, t, :])
    out = np.array(rnn.history).transpose(1, 0, 2)
    return {"outputs": out, "final_hidden_state": rnn.state}
