"""Kernels in the style of Numba users. `python numba_shaders.py NAME FILE` writes the IR of one."""

import math
import sys
from pathlib import Path

import numpy as np
from numba import cfunc, types

F = types.float32
PTR = types.CPointer(F)
f32 = np.float32


@cfunc(types.void(F, F, F, F, PTR, PTR), error_model="numpy")
def numba_transform(x, y, z, w, matrix, out):
    for row in range(4):
        k = row * 4
        out[row] = x * matrix[k] + y * matrix[k + 1] + z * matrix[k + 2] + w * matrix[k + 3]


@cfunc(types.void(F, F, PTR, PTR), error_model="numpy")
def numba_ripple(u, v, wave, out):
    distance = math.sqrt(u * u + v * v)
    height = math.sin(distance * wave[0] + wave[1])
    shade = height * f32(0.5) + f32(0.5)
    out[0] = shade
    out[1] = shade * wave[2]
    out[2] = min(shade, wave[3])
    out[3] = f32(1)


@cfunc(F(F, F, PTR), error_model="numpy")
def numba_score(a, b, limits):
    if a > limits[0]:
        score = a - limits[0]
    elif b > limits[1]:
        score = (b - limits[1]) * f32(2)
    else:
        score = -a * b
    return max(score, f32(-1))


@cfunc(types.void(F, F, PTR), error_model="numpy")
def numba_escape(cx, cy, out):
    x = f32(0)
    y = f32(0)
    count = f32(0)
    for _ in range(5):
        xx = x * x
        yy = y * y
        if xx + yy > f32(4):
            break
        y = f32(2) * x * y + cy
        x = xx - yy + cx
        count += f32(1)
    out[0] = count
    out[1] = x
    out[2] = y
    out[3] = f32(1)


@cfunc(types.void(F, types.int32, PTR, PTR), fastmath=True, error_model="numpy")
def numba_table(x, which, table, out):
    k = which & 3
    value = table[k] * x / (x + f32(2))
    out[0] = value
    out[1] = value * value
    out[2] = table[k + 4]
    out[3] = f32(1)


KERNELS = (numba_transform, numba_ripple, numba_score, numba_escape, numba_table)

if __name__ == "__main__":
    name, file = sys.argv[1:]
    Path(file).write_text(next(kernel for kernel in KERNELS if kernel.__name__ == name).inspect_llvm())
