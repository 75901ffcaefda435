"""gpucc from Python: build LLVM IR with llvmlite, compile it, look at it, run it.

python examples/api.py
"""

import llvmlite.ir as ir
import numpy as np

import gpucc

FLOAT = ir.FloatType()


def luminance() -> ir.Module:
    """A fragment shader: a grey value from a colour, written as a user of llvmlite would."""
    module = ir.Module(name="luminance")
    vec4 = ir.VectorType(FLOAT, 4)
    function = ir.Function(module, ir.FunctionType(vec4, [vec4]), name="luminance")
    (colour,) = function.args
    colour.name = "colour"
    builder = ir.IRBuilder(function.append_basic_block())
    grey = ir.Constant(FLOAT, 0.0)
    for lane, weight in enumerate((0.25, 0.5, 0.25)):
        part = builder.extract_element(colour, ir.Constant(ir.IntType(32), lane))
        grey = builder.fadd(grey, builder.fmul(part, ir.Constant(FLOAT, weight)))
    result = ir.Constant(vec4, [0.0, 0.0, 0.0, 1.0])
    for lane in range(3):
        result = builder.insert_element(result, grey, ir.Constant(ir.IntType(32), lane))
    builder.ret(result)
    return module


def main() -> None:
    program = gpucc.compile(luminance(), isa="agal", stage="fragment")
    print(program.asm())
    print("uniform registers that the program wants filled:", program.constants)
    pixels = np.random.default_rng(0).random((4, 4), np.float32)
    (output,) = program.run({"colour": pixels}).values()
    print(output)


if __name__ == "__main__":
    main()
