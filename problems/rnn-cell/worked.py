import numpy as np


def worked(x_t: np.ndarray, h_prev: np.ndarray, W_xh: np.ndarray,
           W_hh: np.ndarray, b_h: np.ndarray) -> dict:
    """Return every intermediate value of one step, and what goes wrong without the transpose."""
    input_part = x_t @ W_xh.T
    recurrent_part = h_prev @ W_hh.T
    pre_activation = input_part + recurrent_part + b_h
    h_t = np.tanh(pre_activation)
    slope = 1.0 - h_t**2
    untransposed_part = h_prev @ W_hh
    untransposed_sum = input_part + untransposed_part + b_h
    return {
        "input_part": input_part,
        "recurrent_part": recurrent_part,
        "pre_activation": pre_activation,
        "h_t": h_t,
        "slope": slope,
        "jacobian": slope[:, None] * W_hh,
        "largest_singular_value": float(np.linalg.norm(W_hh, 2)),
        "untransposed_part": untransposed_part,
        "untransposed_sum": untransposed_sum,
        "untransposed": np.tanh(untransposed_sum),
        "result": h_t,
    }
