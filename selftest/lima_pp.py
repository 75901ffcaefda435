"""One self-test for each fact of lima-pp below "proven": here those about numbers and single units."""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.model import FP32
from gpucc.selftest import lima_pp_memory
from gpucc.selftest.lima_pp_memory import END
from gpucc.selftest.model import Otherwise, SelfTest, Vertices, shade, with_ops

# x and y of the fragment, in sixteenths of the picture
SLOPES: Vertices = ((0.0, 0.0, 0.0, 0.0), (2.0, 0.0, 0.0, 0.0), (0.0, 2.0, 0.0, 0.0))
# a truth in each component of $1, shown as a shade
TRUTHS = "stop, mul.v0 ^v0 $1 ^const0, mov.v1 $0 ^v0, const0 0.25 0.375 0.5 0.625\n"

DERIVATIVES = (
    SelfTest(
        "derivative-signs",
        "sync, load.v $1 0, dfdx.v1 $2 $1 -$1\nsync, dfdy.v1 $2.y $1 -$1\n"
        "stop, mul.v0 ^v0 $2.xyyy ^const0.x, add.v1 $0 ^v0 ^const0.y, const0 4.0 0.5\n",
        (
            Otherwise("both are the other way round", (("$1 -$1", "-$1 $1"),)),
            Otherwise("dfdx is the other way round", (("dfdx.v1 $2 $1 -$1", "dfdx.v1 $2 -$1 $1"),)),
            Otherwise("dfdy is the other way round", (("dfdy.v1 $2.y $1 -$1", "dfdy.v1 $2.y -$1 $1"),)),
        ),
        (SLOPES,),
    ),
    SelfTest(
        "sync",
        "mov.v1 $1 ^const0, const0 0.0\nsync, load.v $1 0, dfdx.v1 $2 $1 -$1\n"
        "sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, mov.v1 $3 ^tex_sampler\n"
        "stop, mul.v0 ^v0 $2.x ^const0.x, add.v1 $0 ^v0 $3, const0 4.0\n",
        (Otherwise("the other fragments of the quad have not come that far", (("dfdx.v1", "add.v1"),)),),
        (SLOPES,),
        levels=((shade(32, 64, 96, 128),),),
    ),
)

PRODUCTS = (
    SelfTest(
        "mul-shift",
        "mov.v1 $1 ^const0, const0 0.5 0.75 0.875 0.25\n"
        "mul_x8.v0 $2.x $1 ^const0.x, mul_x4.s0 $2.y $1.y ^const0.x, const0 1.0\n"
        "mul_d16.v0 $1.x $2 ^const0.x, mul_d8.s0 $1.y $2.y ^const0.x, const0 1.0\n"
        "mul_x2.v0 $2.z $1 ^const0.x, mul_d2.s0 $1.w $1.w ^const0.x, const0 1.0\n"
        "mul_d4.v0 $1.z $2 ^const0.x, const0 1.0\n" + END,
        (
            Otherwise(
                "they are plain products",
                record=with_ops(
                    *((f"mul_{name}", "fmul(a, b)") for name in ("x2", "x4", "x8", "d2", "d4", "d8", "d16"))
                ),
            ),
            Otherwise(
                "ops 4 to 7 multiply by 16 to 128",
                record=with_ops(
                    *(
                        (f"mul_{name}", f"fmul(fmul(a, b), {power})")
                        for name, power in (("d16", "16.0"), ("d8", "32.0"), ("d4", "64.0"), ("d2", "128.0"))
                    )
                ),
            ),
            Otherwise(
                "ops 4 to 7 divide by 2 to 16, in this order",
                record=with_ops(
                    *(
                        (f"mul_{name}", f"fmul(fmul(a, b), {power})")
                        for name, power in (("d16", "0.5"), ("d8", "0.25"), ("d4", "0.125"), ("d2", "0.0625"))
                    )
                ),
            ),
        ),
    ),
    SelfTest(
        "mul-shift-rounds",
        "mul_d16.v0 $1 ^const0.x ^const0.x, const0 300.0\n"
        "mul_sat.v0 $1 $1 ^const0.x, const0 0.0001220703125\n"
        "stop, mul.v0 ^v0 $1 ^const0, mov.v1 $0 ^v0, const0 0.25 0.375 0.5 0.625\n",
        (
            Otherwise(
                "only the whole result is rounded, so it does not overflow",
                (
                    ("mul_d16.v0 $1 ^const0.x ^const0.x", "mul.v0 $1 ^const0.x ^const0.y"),
                    ("const0 300.0", "const0 300.0 18.75"),
                ),
            ),
        ),
    ),
    SelfTest(
        "combine-vector",
        "mov.v1 $2 ^const0, mov.s1 $1.x ^const1.x, const0 0.25 0.375 0.5 0.625, const1 0.5\nmul.s2 $1 $1.x $2\n" + END,
        (
            Otherwise("it copies the vector", record=with_ops(("scale", "b"))),
            Otherwise("it adds", record=with_ops(("scale", "fadd(a, b)"))),
        ),
    ),
    SelfTest(
        "combine-scalar-signs",
        "mov.v1 $2 ^const0, mov.s1 $1.x ^const1.x, const0 0.25 0.375 0.5 0.625, const1 -0.5\n"
        "mul.s2 $3.xy -$1.x $2\nmul.s2 $3.zw $1_abs.x $2\nstop, mov.v1 $0 $3\n",
        (
            Otherwise("neither bit counts", (("-$1.x", "$1.x"), ("$1_abs.x", "$1.x"))),
            Otherwise(
                "the bits are the other way round",
                (("$3.xy -$1.x", "$3.xy $1_abs.x"), ("$3.zw $1_abs.x", "$3.zw -$1.x"), ("const1 -0.5", "const1 0.5")),
            ),
        ),
    ),
)

TRUTH_OPS = (
    SelfTest(
        "logic",
        "not.v0 $1.x ^const0, const0 0.0\nand.v0 $1.y ^const0.x ^const0.x, const0 0.5\n"
        "or.v0 $1.z ^const0.x ^const0.y, const0 0.0 0.25\nxor.v0 $1.w ^const0.x ^const0.y, const0 0.5 3.0\n"
        "stop, mul.v0 ^v0 $1 ^const0, add.v1 $0 ^v0 ^const1, const0 0.25 0.375 0.5 -0.5, const1 0.0 0.0 0.0 0.625\n",
        (
            Otherwise(
                "they work on the bits of the numbers",
                record=with_ops(
                    ("not", "fsub(a, 1.0)"), ("and", "fmin(a, b)"), ("or", "fmax(a, b)"), ("xor", "49152.0")
                ),
            ),
            Otherwise(
                "true is 1 only",
                record=with_ops(
                    ("and", "btof(band(foeq(a, 1.0), foeq(b, 1.0)))"), ("or", "btof(bor(foeq(a, 1.0), foeq(b, 1.0)))")
                ),
            ),
            Otherwise(
                "and has the smaller, or the larger of its operands",
                record=with_ops(("and", "fmin(a, b)"), ("or", "fmax(a, b)")),
            ),
        ),
    ),
    SelfTest(
        "mul-min-max",
        "min.v0 $1.xy ^const0.xx ^const0.yy, max.s0 $1.w ^const0.x ^const0.y, const0 0.25 0.75\n"
        "min.s0 $1.z ^const0.x ^const0.y, const0 0.5 0.625\n" + END,
        (
            Otherwise("they are products", record=with_ops(("min", "fmul(a, b)"), ("scalar_max", "fmul(a, b)"))),
            Otherwise(
                "they are the other way round", record=with_ops(("min", "fmax(a, b)"), ("scalar_max", "fmin(a, b)"))
            ),
        ),
    ),
    SelfTest(
        "add-compares",
        "ne.v1 $1.x ^const0 ^const0.y, const0 0.5 0.25\nge.v1 $1.y ^const0.x ^const0.y, const0 0.5 0.25\n"
        "gt.s1 $1.z ^const0.x ^const0.y, const0 0.5 0.25\neq.s1 $1.w ^const0.x ^const0.y, const0 0.5 0.5\n" + TRUTHS,
        (
            Otherwise(
                "ge and gt compare the other way round",
                record=with_ops(("add_gt", "btof(folt(a, b))"), ("add_ge", "btof(fole(a, b))")),
            ),
            Otherwise(
                "they add", record=with_ops(*((f"add_{name}", "fadd(a, b)") for name in ("ne", "ge", "gt", "eq")))
            ),
            Otherwise(
                "their numbers are the other way round",
                record=with_ops(("add_ne", "btof(foeq(a, b))"), ("add_eq", "btof(fune(a, b))")),
            ),
        ),
    ),
    SelfTest(
        "branch-greater",
        "mov.v1 $1 ^const0, const0 0.25 0.5 0.75 0.5\n"
        "branch_gt $1.z $1.x one\nstop, mov.v1 $0 ^const0, const0 0.875 0.25 0.25 0.25\n"
        "one: branch_ge $1.y $1.w two\nstop, mov.v1 $0 ^const0, const0 0.25 0.875 0.25 0.25\ntwo: " + END,
        (
            Otherwise("greater is less", record=with_ops(("branch_gt", "folt(a, b)"))),
            Otherwise("greater or equal is greater", record=with_ops(("branch_ge", "folt(b, a)"))),
        ),
    ),
    SelfTest(
        "branch-pipes",
        "mov.v1 $1 ^const0, const0 0.25 0.5 0.75 0.5\n"
        "load.u 0, branch_lt ^const0.x ^u.x one, const0 0.5\nstop, mov.v1 $0 ^const0, const0 0.875 0.25 0.25 0.25\n"
        "one: sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, branch_lt ^const0.x ^tex_sampler.x two, const0 0.5\n"
        "stop, mov.v1 $0 ^const0, const0 0.25 0.875 0.25 0.25\ntwo: " + END,
        (
            Otherwise("^u is 0 there", (("^const0.x ^u.x", "^const0.x ^const0.y"),)),
            Otherwise("^tex_sampler is 0 there", (("^const0.x ^tex_sampler.x", "^const0.x ^const0.y"),)),
        ),
        (SLOPES,),
        (shade(204),),
        levels=((shade(204, 204, 204, 204),),),
    ),
)

# of each function, a value that is 1 whatever the function's argument, less 1
_FUNCTIONS = (
    "mov.v1 $1 ^const0, const0 3.0 0.125 3.0 0.0\n"
    "rcp.s2 $2.x $1.x\nmul.v0 $3.x $2 $1\n"
    "sqrt.s2 $2.x $1.x\nrsqrt.s2 $2.y $1.x\nmul.s0 $3.y $2.x $2.y\n"
    "log2.s2 $2.x $1.x\nexp2.s2 $2.y $2.x\nmul.s0 $3.z $2.y ^const0.x, const0 0.33333\n"
    "sin.s2 $2.x $1.y\ncos.s2 $2.y $1.y\nmul.v0 $2.xy $2 $2\nadd.s1 $3.w $2.x $2.y\n"
    "add.v1 $3 $3 -^const0.x, const0 1.0\n"
)

NUMBERS = (
    SelfTest(
        "combine-mov",
        "mov.v1 $2 ^const0, const0 0.25 0.375 0.5 0.625\n"
        "mov.s2 $1.x $2.x\nmov.s2 $1.y $2.y\nmov.s2 $1.z $2.z\nmov.s2 $1.w $2.w\n" + END,
        (
            Otherwise("it is the reciprocal, as op 0", record=with_ops(("combine_mov", "fdiv(1.0, a)"))),
            Otherwise("it is the square root, as op 2", record=with_ops(("combine_mov", "sqrt(a)"))),
        ),
    ),
    SelfTest(
        "atan",
        "mov.v1 $2 ^const0, const0 0.5 0.375 0.75 0.0\n"
        "atan_pt1.s2 $3.xyz $2.x\natan_pt2.s2 $1.x $3.xyzx\n"
        "atan2_pt1.s2 $3.xyz $2.y $2.z\nmul.s0 $3.x $3.x $3.y, atan_pt2.s2 $1.y $3.xyzx\n"
        "atan2_pt1.s2 $3.xyz $2.z $2.y\nmul.s0 $3.x $3.x $3.y, atan_pt2.s2 $1.z $3.xyzx\n"
        "mov.s1 $1.w $2.x\nstop, mul.v0 ^v0 $1 ^const0.x, mov.v1 $0 ^v0, const0 0.75\n",
        (
            Otherwise("two arguments need no product between", (("mul.s0 $3.x $3.x $3.y, ", ""),)),
            Otherwise(
                "the two arguments are x and y",
                (("$2.y $2.z\n", "$2.? $2.y\n"), ("$2.z $2.y\n", "$2.y $2.z\n"), ("$2.? $2.y\n", "$2.z $2.y\n")),
            ),
        ),
    ),
    SelfTest(
        "normalize",
        "mov.v1 $1 ^const0, const0 0.375 0.0 0.5 0.75\nload.v $2.xyz normalize($1.xyz)\nmov.s1 $2.w $1.w\n"
        "stop, mov.v1 $0 $2\n",
        (Otherwise("it copies", (("normalize($1.xyz)", "$1.xyz"),)),),
    ),
    SelfTest(
        "sum-order",
        "mov.v1 $1 ^const0, const0 2048.0 1.0 1.0 1.0\nsum3.v1 $2.xy $1\nsum4.v1 $2.zw $1\n"
        "add.v1 $2 $2 -^const0.x, const0 2048.0\n"
        "stop, mul.v0 ^v0 $2 ^const0.x, add.v1 $0 ^v0 ^const0.y, const0 0.125 0.25\n",
        (
            Otherwise("they add from the last component on", (("2048.0 1.0 1.0 1.0", "1.0 1.0 2048.0 0.0"),)),
            Otherwise(
                "only the whole sum is rounded",
                (
                    ("sum3.v1 $2.xy $1", "add.v1 $2.xy $1.xx ^const0.xx, const0 2.0"),
                    ("sum4.v1 $2.zw $1", "add.v1 $2.zw $1.xxxx ^const0.xxxx, const0 3.0"),
                ),
            ),
        ),
    ),
    SelfTest(
        "sum-writes",
        "mov.v1 $1 ^const0, const0 0.125 0.25 0.25 0.125\nmov.v1 $2 ^const0, const0 0.25 0.25 0.375 0.375\n"
        "sum3.v1 $2.xy $1\nsum4.v1 $2.zw $1\nstop, mov.v1 $0 $2\n",
        (
            Otherwise("only the first of them is written", (("$2.xy $1\n", "$2.x $1\n"), ("$2.zw", "$2.z"))),
            Otherwise("only the last of them is written", (("$2.xy $1\n", "$2.y $1\n"), ("$2.zw", "$2.w"))),
        ),
    ),
    SelfTest(
        "precision",
        # 1 + 2^-11 in an adder; (1 + 2^-10)^2 in a multiplier, from a register and from ^v0; what is left is enlarged
        "add.v1 $1 ^const0.x ^const0.y, const0 1.0 0.00048828125\n"
        "add.v1 $1 $1 -^const0.x, const0 1.0\nmul.v0 $1.xw $1 ^const0.x, const0 1024.0\n"
        "mov.v1 $2 ^const0, const0 1.0009765625\nmul.v0 $3 $2.xxxx $2.xxxx\n"
        "add.v1 $3 $3 -^const0.x, const0 1.001953125\n"
        "mul.v0 $3 $3 ^const0.x, const0 16384.0\nmul.v0 $1.y $3 ^const0.x, const0 32.0\n"
        "mul.v0 ^v0 $2.xxxx $2.xxxx, add.v1 $3 ^v0 -^const0.x, const0 1.001953125\n"
        "mul.v0 $3 $3 ^const0.x, const0 16384.0\nmul.v0 $1.z $3 ^const0.x, const0 32.0\n"
        "stop, add.v1 $0 $1 ^const0, const0 0.125 0.25 0.375 0.5\n",
        (
            Otherwise("results have more bits", record=lambda isa: replace(isa, format=FP32)),
            Otherwise(
                "a product keeps more bits on its way to the adder beside",
                (
                    (
                        "mul.v0 ^v0 $2.xxxx $2.xxxx, add.v1 $3 ^v0 -^const0.x, const0 1.001953125",
                        "mov.v1 $3 ^const0.x, const0 0.00000095367431640625",
                    ),
                ),
            ),
        ),
    ),
    SelfTest(
        "function-bounds",
        _FUNCTIONS + "ge.v0 $1 ^const0.x $3_abs, const0 0.0087890625\n" + TRUTHS,
        (Otherwise("all of them are off by 2^-6", (("-^const0.x, const0 1.0\n", "-^const0.x, const0 1.015625\n"),)),),
    ),
    SelfTest(
        "special-values",
        # infinity is above every number; infinity - infinity is no number; max prefers the number; a subnormal is one
        "mov.v1 $2 ^const0, const0 60000.0 0.5 0.0009765625 65504.0\nadd.v1 $3 $2.xxxx $2.xxxx\n"
        "gt.v0 $1.x $3 $2.w\nadd.v1 $4 $3 -$3\nge.v0 $4.y $4 $4\nadd.s1 $1.y ^const0.x -$4.y, const0 1.0\n"
        "max.v0 $1.z $4.xxxx ^const0.x, const0 1.0\n"
        "mul.s0 $4.x $2.z $2.z\nmul.s0 $4.x $4.x ^const0.x, const0 1024.0\nmul.s0 $1.w $4.x ^const0.x, const0 1024.0\n"
        + TRUTHS,
        (
            Otherwise("what is too large becomes the largest number", (("$3 $2.xxxx $2.xxxx", "$3 $2.wwww $2.zzzz"),)),
            Otherwise(
                "max keeps what is no number", (("max.v0 $1.z $4.xxxx ^const0.x, const0 1.0", "mov.v0 $1.z $4.xxxx"),)
            ),
            Otherwise(
                "subnormals are flushed to 0",
                (("mul.s0 $4.x $2.z $2.z", "mul.s0 $4.x $2.z ^const0.y, const0 1.0 0.0"),),
            ),
        ),
    ),
)

TESTS = (*DERIVATIVES, *PRODUCTS, *TRUTH_OPS, *NUMBERS, *lima_pp_memory.TESTS)
