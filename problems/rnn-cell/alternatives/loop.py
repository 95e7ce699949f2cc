import math

import numpy as np


def rnn_cell(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
             W_hh: np.ndarray, b_h: np.ndarray) -> np.ndarray:
    """One unit of one example at a time, in plain Python arithmetic."""
    rows_x = np.atleast_2d(x_t).tolist()
    rows_h = np.atleast_2d(h_prev).tolist()
    weights_x, weights_h, bias = W_xh.tolist(), W_hh.tolist(), b_h.tolist()
    new_state = []
    for x, h in zip(rows_x, rows_h):
        row = []
        for i in range(len(bias)):
            total = bias[i]
            for j in range(len(x)):
                total += weights_x[i][j] * x[j]
            for k in range(len(h)):
                total += weights_h[i][k] * h[k]
            row.append(math.tanh(total))
        new_state.append(row)
    return np.array(new_state, dtype=np.float64).reshape(h_prev.shape)
