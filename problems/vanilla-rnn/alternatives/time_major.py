import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Put time first inside, since the loop runs over it, and turn the result back at the end."""
    h = h_0
    outputs = []
    for x in X.transpose(1, 0, 2):
        h = np.tanh((W_xh @ x.T + W_hh @ h.T).T + b_h)
        outputs.append(h @ W_hy.T + b_y)
    return {"outputs": np.array(outputs).transpose(1, 0, 2), "final_hidden_state": h}
