import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Wrong: both arrays are in single precision."""
    h = h_0
    outputs = []
    for t in range(X.shape[1]):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs.append(h @ W_hy.T + b_y)
    return {
        "outputs": np.stack(outputs, axis=1).astype(np.float32),
        "final_hidden_state": h.astype(np.float32),
    }
