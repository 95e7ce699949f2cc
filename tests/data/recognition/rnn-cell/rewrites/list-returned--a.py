import math


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    x, h = x_t.tolist(), h_prev.tolist()
    Wx, Wh, b = W_xh.tolist(), W_hh.tolist(), b_h.tolist()
    if not isinstance(x[0], list):
        return [math.tanh(dot(wx, x) + dot(wh, h) + bi) for wx, wh, bi in zip(Wx, Wh, b)]
    result = []
    for xn, hn in zip(x, h):
        result.append([math.tanh(dot(wx, xn) + dot(wh, hn) + bi) for wx, wh, bi in zip(Wx, Wh, b)])
    return result
