import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Wrong: starts from zeros, whatever state is given."""
    h = np.zeros_like(h_0)
    outputs = []
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs.append(h @ W_hy.T + b_y)
    return {"outputs": np.stack(outputs, axis=1), "final_hidden_state": h}
