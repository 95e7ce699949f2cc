import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Name the axes of all three products."""
    h = h_0
    states = []
    for t in range(X.shape[1]):
        h = np.tanh(np.einsum("nd,hd->nh", X[:, t], W_xh) + np.einsum("nk,hk->nh", h, W_hh) + b_h)
        states.append(h)
    outputs = np.einsum("tnh,oh->nto", np.array(states), W_hy) + b_y
    return {"outputs": outputs, "final_hidden_state": h}
