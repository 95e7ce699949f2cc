import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    state = h_0
    preds = []
    for x in X:
        state = np.tanh(np.dot(x, W_xh.T) + np.dot(state, W_hh.T) + b_h)
        y = np.dot(state, W_hy.T) + b_y
        preds.append(y[:, np.newaxis, :])
    return {"outputs": np.concatenate(preds, axis=1), "final_hidden_state": state}
