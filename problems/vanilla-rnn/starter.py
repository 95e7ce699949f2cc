import numpy as np


def vanilla_rnn(X: np.ndarray, h_0: np.ndarray, W_xh: np.ndarray, W_hh: np.ndarray,
                W_hy: np.ndarray, b_h: np.ndarray, b_y: np.ndarray) -> dict:
    """Return a dict of two float64 arrays.

    "outputs": the predictions, (N, T, O).
    "final_hidden_state": the state after the last step, (N, H).
    """
    pass
