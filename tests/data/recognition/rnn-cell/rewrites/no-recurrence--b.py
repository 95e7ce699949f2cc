import numpy as np


class Cell:
    def __init__(self, W_xh, W_hh, b_h):
        self.W_xh, self.W_hh, self.b_h = W_xh, W_hh, b_h
        self.h = None

    def reset(self, shape):
        self.h = np.zeros(shape)

    def step(self, x):
        self.h = np.tanh(np.dot(x, self.W_xh.T) + np.dot(self.h, self.W_hh.T) + self.b_h)
        return self.h


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    cell = Cell(W_xh, W_hh, b_h)
    cell.reset(h_prev.shape)
    return cell.step(x_t)
