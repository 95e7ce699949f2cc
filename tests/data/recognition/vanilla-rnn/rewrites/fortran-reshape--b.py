import numpy as np


def cell(x, h, W_xh, W_hh, b_h):
    return np.tanh(np.inner(x, W_xh) + np.inner(h, W_hh) + b_h)


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    n_seq, n_steps, _ = X.shape
    table = np.zeros((n_seq * n_steps, h_0.shape[1]))
    h = h_0
    for t in range(n_steps):
        h = cell(X[:, t], h, W_xh, W_hh, b_h)
        table[t * n_seq:(t + 1) * n_seq] = h
    # one big product for all rows of the table
    pred = np.einsum("rh,oh->ro", table, W_hy) + b_y
    out = np.zeros((n_seq, n_steps, len(b_y)))
    r = 0
    for n in range(n_seq):
        for t in range(n_steps):
            out[n, t] = pred[r]
            r += 1
    return {"outputs": out, "final_hidden_state": h}
