"""A shader written with llvmlite's builder, compiled and run: `python examples/builder.py`.

The shader moves each vertex along a wave: position + (0, sin(position.x + time) * height, 0, 0).
"""

import llvmlite.ir as ir
import numpy as np

import gpucc

FLOAT = ir.FloatType()
VEC4 = ir.VectorType(FLOAT, 4)


def wave() -> ir.Module:
    """The shader as a module: an input by value, two uniforms by pointer, the position as the result."""
    module = ir.Module("wave")
    function = ir.Function(module, ir.FunctionType(VEC4, [VEC4, FLOAT.as_pointer(), FLOAT.as_pointer()]), "wave")
    position, time, height = function.args
    for argument, name in zip(function.args, ("position", "time", "height"), strict=True):
        argument.name = name
    code = ir.IRBuilder(function.append_basic_block())
    lane = ir.IntType(32)
    angle = code.fadd(code.extract_element(position, lane(0)), code.load(time))
    sine = code.call(module.declare_intrinsic("llvm.sin", [FLOAT]), [angle])
    y = code.fadd(code.extract_element(position, lane(1)), code.fmul(sine, code.load(height)))
    code.ret(code.insert_element(position, y, lane(1)))
    return module


def main() -> None:
    program = gpucc.compile(wave(), isa="agal", stage="vertex")
    print(program.asm())
    points = np.array([[0, 0, 0, 1], [1, 2, 3, 1]], np.float32)
    moved = program.run({"position": points, "time": np.float32(0.5), "height": np.float32(2)})
    for name, values in moved.items():
        print(name, values)


if __name__ == "__main__":
    main()
