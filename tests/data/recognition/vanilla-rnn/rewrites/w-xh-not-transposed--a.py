import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    from_input = np.matmul(X, W_xh)
    hs = [h_0]
    for t in range(X.shape[1]):
        hs.append(np.tanh(from_input[:, t] + np.inner(hs[-1], W_hh) + b_h))
    states = np.stack(hs[1:], axis=1)
    return {"outputs": np.inner(states, W_hy) + b_y, "final_hidden_state": hs[-1]}
