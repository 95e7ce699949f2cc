import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    # [W_xh | W_hh] times [x; h]
    W = np.concatenate([W_xh, W_hh], axis=1)
    v = np.concatenate([x_t, h_prev], axis=0)
    z = W @ v
    return np.tanh(z + b_h)
