import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    H, D = W_xh.shape

    def pre_activation(i):
        # for neuron i: bias + inputs + recurrent
        z = b_h[i]
        j = 0
        while j < D:
            z = z + x_t[j] * W_xh[i][j]
            j += 1
        k = 0
        while k < H:
            z = z + h_prev[k] * W_hh[i][k]
            k += 1
        return z

    h = np.zeros(H)
    for i in range(H):
        h[i] = pre_activation(i)
    return np.tanh(h)
