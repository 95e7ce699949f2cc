import math

import numpy as np


def affine(weights: list, vector: list, start: list) -> list:
    """One matrix-vector product, added to `start`."""
    return [s + sum(w * v for w, v in zip(row, vector)) for row, s in zip(weights, start)]


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """One sequence at a time, in plain Python arithmetic."""
    w_x, w_h, w_y, bias_h, bias_y = (a.tolist() for a in (W_xh, W_hh, W_hy, b_h, b_y))
    outputs, finals = [], []
    for sequence, h in zip(X.tolist(), h_0.tolist()):
        predictions = []
        for x in sequence:
            h = [math.tanh(a) for a in affine(w_h, h, affine(w_x, x, bias_h))]
            predictions.append(affine(w_y, h, bias_y))
        outputs.append(predictions)
        finals.append(h)
    return {"outputs": np.array(outputs, dtype=np.float64), "final_hidden_state": np.array(finals, dtype=np.float64)}
