import numpy as np


def readout(h, W, b):
    # the columns of W hold the weights of the outputs
    y = [np.dot(h, W[:, o]) for o in range(W.shape[1])]
    return np.array(y) + b


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    outputs, last = [], []
    for seq, h in zip(X, h_0):
        preds = []
        for x in seq:
            h = np.tanh(np.dot(W_xh, x) + np.dot(W_hh, h) + b_h)
            preds.append(readout(h, W_hy, b_y))
        outputs.append(preds)
        last.append(h)
    return {"final_hidden_state": np.array(last), "outputs": np.array(outputs)}
