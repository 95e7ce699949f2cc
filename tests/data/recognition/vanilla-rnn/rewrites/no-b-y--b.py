import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    outputs = []
    final = []
    for n in range(len(X)):
        h = h_0[n].copy()
        ys = []
        for x in X[n]:
            h = np.tanh(b_h + W_xh.dot(x) + W_hh.dot(h))
            # y_t = W_hy h_t
            ys.append([sum(w * v for w, v in zip(row, h)) for row in W_hy])
        outputs.append(ys)
        final.append(h)
    return {"outputs": np.array(outputs), "final_hidden_state": np.array(final)}
