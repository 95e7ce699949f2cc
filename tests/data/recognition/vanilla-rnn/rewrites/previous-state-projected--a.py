import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    states = [h_0]
    for t in range(X.shape[1]):
        prev = states[-1]
        states.append(np.tanh(X[:, t] @ W_xh.T + prev @ W_hh.T + b_h))
    H_all = np.stack(states[:-1], axis=1)
    outputs = np.einsum("nth,oh->nto", H_all, W_hy) + b_y
    return {"outputs": outputs, "final_hidden_state": states[-1]}
