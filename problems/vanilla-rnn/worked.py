import numpy as np


def worked(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
           W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Return every intermediate value, each as an array (N, T, ...), and the cost of rounding too early."""
    N, T, _ = X.shape
    H = b_h.shape[0]
    input_part = np.empty((N, T, H))
    recurrent_part = np.empty((N, T, H))
    pre_activations = np.empty((N, T, H))
    states = np.empty((N, T, H))
    h = h_0
    for t in range(T):
        input_part[:, t] = X[:, t] @ W_xh.T
        recurrent_part[:, t] = h @ W_hh.T
        pre_activations[:, t] = input_part[:, t] + recurrent_part[:, t] + b_h
        h = np.tanh(pre_activations[:, t])
        states[:, t] = h
    outputs = states @ W_hy.T + b_y
    return {
        "input_part": input_part,
        "recurrent_part": recurrent_part,
        "pre_activations": pre_activations,
        "states": states,
        "outputs": outputs,
        "final_hidden_state": h,
        "outputs_from_rounded_states": np.round(states, 4) @ W_hy.T + b_y,
        "largest_singular_value": float(np.linalg.norm(W_hh, 2)),
        "result": {"outputs": outputs, "final_hidden_state": h},
    }
