"""AGSL (Android Graphics Shading Language) as data: its operations, names and limits.

Sources: [page] the quick reference, [ran] run with Skia m144, [src] read in Skia m128 (docs/sources/agsl.md). The
target is source text, so there are no words; an op's code is its position in the table.
"""

from __future__ import annotations

from gpucc.isa.model import FP32, Bound, Isa, Op, Operand, RegisterFile

# GLSL guarantees little about the precision of a GPU's functions. As for the other targets, the correctly rounded
# result is computed, and an error of 2^-22 is assumed.
NEARLY = Bound(relative=2.0**-22)
CURVE = Bound(relative=2.0**-20)
ANGLE = Bound(absolute=2.0**-18)

# neutral operations written as an operator between two operands
INFIX = {
    "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/",
    "folt": "<", "fole": "<=", "foeq": "==", "fune": "!=",
    "band": "&&", "bor": "||", "bxor": "!=",
}  # fmt: skip
PREFIX = {"fneg": "-", "bnot": "!"}
# neutral operations written as a function of the same arguments, component by component
CALLED = {
    "fmin": "min", "fmax": "max", "fabs": "abs", "floor": "floor", "ceil": "ceil", "sqrt": "sqrt",
    "exp2": "exp2", "exp": "exp", "log2": "log2", "log": "log", "pow": "pow", "sin": "sin", "cos": "cos", "tan": "tan",
    "asin": "asin", "acos": "acos", "atan": "atan", "atan2": "atan",
}  # fmt: skip
# compound operations (lowering.simplify.idioms) that are functions too
COMPOUND = {
    "fract": "fract", "mod": "mod", "clamp": "clamp", "mix": "mix", "step": "step", "smoothstep": "smoothstep",
    "inversesqrt": "inversesqrt", "sign": "sign",
}  # fmt: skip
# comparisons of vectors, for which there are no operators [ran]
COMPARED = {"folt": "lessThan", "fole": "lessThanEqual", "foeq": "equal", "fune": "notEqual"}

PRECEDENCE = {
    "||": 1, "^^": 2, "&&": 3, "==": 4, "!=": 4, "<": 5, ">": 5, "<=": 5, ">=": 5, "+": 6, "-": 6, "*": 7, "/": 7,
}  # fmt: skip

# Words that cannot name a uniform, as tested with `uniform float NAME; half4 main(float2 p) { return half4(NAME); }` on
# Skia m102 (canvaskit 0.35, Android 13), m107 (0.37), m111 (0.38, Android 14), m119 (0.39), m131 (0.40) and m144 [ran].
# A word is listed if one of them refuses it, since a text for one version must also work on later ones;
# tests/agsl/test_names.py repeats the test with the newest. First the words that all of them refuse: keywords, reserved
# words, types
ALWAYS = """
    attribute const uniform varying break continue do for while if else in out inout void bool true false lowp mediump
    highp precision invariant discard return struct asm class union enum typedef template this packed goto switch case
    default inline noinline volatile public static extern external interface flat long double fixed unsigned superp
    input output sizeof cast namespace using layout noperspective sampler sampler1D sampler2D sampler3D samplerCube
    sampler2DRect sampler3DRect sampler1DShadow sampler2DShadow sampler2DRectShadow samplerExternalOES texture2D
    subpassInput subpassInputMS shader colorFilter blender main sk_RTAdjust
"""
# the built-in functions, including those absent on Android, which share the scope of globals from Android 14 on
FUNCTIONS = """
    radians degrees sin cos tan asin acos atan pow exp log exp2 log2 sqrt inversesqrt abs sign floor ceil fract mod
    min max clamp saturate mix step smoothstep length distance dot cross normalize faceforward reflect refract
    matrixCompMult inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not unpremul
    toLinearSrgb fromLinearSrgb sinh cosh tanh asinh acosh atanh round roundEven trunc isnan isinf transpose
    determinant outerProduct dFdx dFdy fwidth modf floatBitsToInt intBitsToFloat floatBitsToUint uintBitsToFloat
    packUnorm2x16 unpackUnorm2x16
"""
# words that only some of them refuse: from 0.37, from 0.38, at 0.38 only, from 0.40 on
LATER = """
    buffer readonly writeonly readonlyTexture2D writeonlyTexture2D sk_Caps threadgroup
    atomic atomicUint workgroup readWriteTexture2D pixel_local atomic_uint
"""
_SHAPES = ("1D", "2D", "3D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray", "Buffer", "2DMS", "2DMSArray")
RESERVED = (
    frozenset(f"{ALWAYS} {FUNCTIONS} {LATER}".split())
    | frozenset(
        f"{base}{n}" for base in ("float", "half", "int", "bool", "short", "uint", "ushort") for n in ("", 2, 3, 4)
    )
    | frozenset(f"{base}{n}x{m}" for base in ("float", "half", "mat", "dmat") for n in (2, 3, 4) for m in (2, 3, 4))
    | frozenset(
        f"{base}{n}"
        for base in ("mat", "vec", "ivec", "bvec", "uvec", "hvec", "dvec", "fvec", "dmat")
        for n in (2, 3, 4)
    )
    | frozenset(
        f"{kind}{base}{shape}"
        for kind in ("", "i", "u")
        for base in ("sampler", "image", "texture")
        for shape in _SHAPES
    )
    | frozenset(f"sampler{shape}Shadow" for shape in ("Cube", "1DArray", "2DArray", "CubeArray"))
    | frozenset(f"{kind}subpassInput{more}" for kind in "iu" for more in ("", "MS"))
) - {"texture2DRect"}

# Skia accepts a loop of at most this many rounds [ran]; Android 13 to 15 count a program with its loops unrolled [src]
MOST_ROUNDS = 99_999
MOST_NODES = 100_000
# what the varying of the input is that becomes the coordinate: not said (then pixels, with a warning), pixels with y
# downwards, from 0 to 1 with v downwards, or from 0 to 1 with v upwards (and gl_FragCoord with y upwards)
COORDINATES = ("unsaid", "pixels", "uv", "flip")
ANDROIDS = ("15", "13", "14", "16", "skia-m144")
LIMITED = frozenset({"13", "14", "15"})


def _op(index: int, name: str, semantics: str, arity: int, bound: Bound | None = None) -> Op:
    return Op(name, index, tuple(Operand("abc"[k]) for k in range(arity)), "each", (semantics,), bound)


_ROWS: tuple[tuple[str, str, int, Bound | None], ...] = (
    ("+", "fadd(a, b)", 2, None), ("-", "fsub(a, b)", 2, None), ("*", "fmul(a, b)", 2, None),
    ("/", "fdiv(a, b)", 2, NEARLY),
    ("min", "fmin(a, b)", 2, None), ("max", "fmax(a, b)", 2, None), ("abs", "fabs(a)", 1, None),
    ("-a", "fneg(a)", 1, None),
    ("floor", "floor(a)", 1, None), ("ceil", "ceil(a)", 1, None), ("fract", "fsub(a, floor(a))", 1, None),
    ("sqrt", "sqrt(a)", 1, NEARLY), ("exp2", "exp2(a)", 1, CURVE), ("exp", "exp(a)", 1, CURVE),
    ("log2", "log2(a)", 1, CURVE),
    ("log", "log(a)", 1, CURVE), ("pow", "pow(a, b)", 2, CURVE), ("sin", "sin(a)", 1, ANGLE),
    ("cos", "cos(a)", 1, ANGLE),
    ("tan", "tan(a)", 1, CURVE), ("asin", "asin(a)", 1, CURVE), ("acos", "acos(a)", 1, CURVE),
    ("atan", "atan(a)", 1, CURVE),
    ("atan(y, x)", "atan2(a, b)", 2, CURVE), ("?:", "select(a, b, c)", 3, None),
    ("clamp", "fmin(fmax(a, b), c)", 3, None),
    ("mix", "fadd(a, fmul(fsub(b, a), c))", 3, None), ("step", "btof(fole(a, b))", 2, None),
    ("mod", "fsub(a, fmul(b, floor(fdiv(a, b))))", 2, NEARLY), ("inversesqrt", "fdiv(1.0, sqrt(a))", 1, NEARLY),
    ("<", "folt(a, b)", 2, None), ("<=", "fole(a, b)", 2, None), ("==", "foeq(a, b)", 2, None),
    ("!=", "fune(a, b)", 2, None),
)  # fmt: skip

AGSL = Isa(
    name="agsl",
    title="Android Graphics Shading Language (source text)",
    stages=("fragment",),
    default_stage="fragment",
    format=FP32,
    ops=tuple(_op(index, *row) for index, row in enumerate(_ROWS)),
    files=(
        RegisterFile("coordinate", "input", 0, {"fragment": ""}, {"fragment": 2}),
        RegisterFile("uniform", "uniform", 1, {"fragment": ""}, {"fragment": 1024}),
        RegisterFile("child", "sampler", 2, {"fragment": ""}, {"fragment": 16}),
        RegisterFile(
            "color", "output", 3, {"fragment": ""}, {"fragment": 1}, readable=False, writable=True, complete=True
        ),
    ),
    words=(),
    lanes=4,
    flow="structured",
    absent={
        "gl_FragDepth": "has no depth buffer",
        "gl_FBColor": "cannot read the frame buffer",
        "gl_FBDepth": "cannot read the depth buffer",
    },
    loops=True,
    limits={"rounds": MOST_ROUNDS, "nodes": MOST_NODES, "depth": 50},
    options={"android": ANDROIDS, "coord": COORDINATES},
    speculation=4,
    unrolling=160,
    branching=4,
)
