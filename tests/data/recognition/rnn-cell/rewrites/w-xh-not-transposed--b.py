import numpy as np


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    # feature weights of each unit stand in a column
    columns = []
    for j in range(W_xh.shape[1]):
        columns.append(np.dot(x_t, W_xh[:, j]))
    from_x = np.stack(columns, axis=-1)
    columns = []
    for j in range(W_hh.shape[0]):
        columns.append(np.dot(h_prev, W_hh[j, :]))
    from_h = np.stack(columns, axis=-1)
    return np.tanh(from_x + from_h + b_h)
