import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    outs, lasts = [], []
    for n in range(X.shape[0]):
        h = h_0[n]
        seq_out = []
        for t in range(X.shape[1]):
            # x as a row times the matrix
            inp = np.array([np.dot(X[n, t], W_xh[:, j]) for j in range(W_xh.shape[1])])
            rec = np.array([np.dot(h, W_hh[j]) for j in range(W_hh.shape[0])])
            h = np.tanh(inp + rec + b_h)
            seq_out.append(np.dot(W_hy, h) + b_y)
        outs.append(np.stack(seq_out))
        lasts.append(h)
    return {"outputs": np.stack(outs), "final_hidden_state": np.stack(lasts)}
