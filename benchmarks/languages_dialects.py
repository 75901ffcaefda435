"""How benchmarks/languages.py turns a line of its list into a source of a language, and which compiler makes IR of it.

A dialect has the text before the functions, and writes one function around a call. Its parameters are a, b, c, d:
vectors by value and matrices by pointer, as one writes a shader.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

LETTERS = "abcd"
AARCH64 = ("--target=aarch64-linux-gnu", "-O2", "-ffp-contract=off", "-fno-math-errno", "-S", "-emit-llvm")
FLOATS = {"1": 1, "2": 2, "3": 3, "4": 4, "q": 4, "m2": 4, "m3": 9, "m4": 16, "z": 2}
# vectors whose result is stored and whose arguments are loaded, as kernels of OpenCL, HIP and CUDA do
Function = Callable[[Sequence[str], str, str], str]


@dataclass(frozen=True, slots=True)
class Dialect:
    """`command` takes the source's path, IR on standard output; `folders` are subfolders of the checkouts."""

    ending: str
    head: str
    function: Function
    command: tuple[str, ...]
    folders: tuple[str, ...] = ()
    compiler: str = "clang-19"
    flags: tuple[str, ...] = ()


def _named(types: Sequence[str], names: dict[str, str]) -> list[tuple[str, str]]:
    return [(names[kind], letter) for kind, letter in zip(types, LETTERS, strict=False)]


# C with arrays --------------------------------------------------------------------------------------------------------

STRUCTS = "".join(f"typedef struct {{ float at[{n}]; }} V{n};\n" for n in (2, 3, 4, 9, 16))
SCALARS = {"1": "float", "i": "int", "u": "unsigned", "b": "int", "z": "float _Complex"}


def _arrays(matrix: Callable[[str], str], kinds: dict[str, str]) -> Function:
    """Vectors are structs of floats; the library gets them as arrays, and `out` to write into."""

    def function(types: Sequence[str], result: str, call: str) -> str:
        parameters, lines = [], []
        for kind, letter in zip(types, LETTERS, strict=False):
            if kind in SCALARS:
                parameters.append(f"{SCALARS[kind]} {letter}")
            elif kind[0] == "m":
                parameters.append(f"const float *{letter}_")
                lines.append(matrix(kind).format(letter))
            else:
                parameters.append(f"V{FLOATS[kind]} {letter}_")
                lines.append(f"float *{letter} = {letter}_.at;")
        if result in SCALARS:
            body = f"{' '.join(lines)} {SCALARS[result]} r[1], *out = r; {call}; return r[0];"
            return f"{SCALARS[result]} k({', '.join(parameters)}) {{ {body} }}\n"
        count = FLOATS[result]
        body = f"{' '.join(lines)} {kinds[result]} out; {call}; __builtin_memcpy(o, out, {4 * count});"
        return f"void k({', '.join([*parameters, 'float *o'])}) {{ {body} }}\n"

    return function


def _values(names: dict[str, str], head: str = "", opened: str = "*{}", declared: str = "const {} *{}") -> Function:
    """Vectors and results are the library's own types by value."""

    def function(types: Sequence[str], result: str, call: str) -> str:
        parameters = []
        for kind, letter in zip(types, LETTERS, strict=False):
            by_pointer = kind[0] == "m"
            parameters.append(declared.format(names[kind], letter) if by_pointer else f"{names[kind]} {letter}")
            if by_pointer:
                call = re.sub(rf"(?<![.\w]){letter}\b", f"({opened.format(letter)})", call)
        if result[0] == "m":
            made = f"{{ *o = {call}; }}"
            return f"{head}void k({', '.join([*parameters, f'{names[result]} *o'])}) {made}\n"
        return f"{head}{names[result]} k({', '.join(parameters)}) {{ return {call}; }}\n"

    return function


def _eigen(types: Sequence[str], result: str, call: str) -> str:
    sizes = {"2": (2, 1), "3": (3, 1), "4": (4, 1), "q": (4, 1), "m2": (2, 2), "m3": (3, 3), "m4": (4, 4)}
    parameters, lines = [], []
    for kind, letter in zip(types, LETTERS, strict=False):
        if kind in SCALARS:
            parameters.append(f"float {letter}")
            continue
        rows, columns = sizes[kind]
        parameters.append(f"const float *{letter}_" if kind[0] == "m" else f"V{rows} {letter}_")
        source = f"{letter}_" if kind[0] == "m" else f"{letter}_.at"
        type = f"Eigen::Matrix<float, {rows}, {columns}>"
        lines.append(f"{type} {letter} = Eigen::Map<const {type}>({source});")
    body = " ".join(lines)
    if result in SCALARS:
        return f'extern "C" float k({", ".join(parameters)}) {{ {body} return {call}; }}\n'
    rows, columns = sizes[result]
    stored = f"Eigen::Map<Eigen::Matrix<float, {rows}, {columns}>> out(o); out = {call};"
    return f'extern "C" void k({", ".join([*parameters, "float *o"])}) {{ {body} {stored} }}\n'


def _rust(types: Sequence[str], result: str, call: str) -> str:
    names = {"1": "f32", "2": "Vec2", "3": "Vec3", "4": "Vec4", "q": "Quat", "m3": "Mat3", "m4": "Mat4", "i": "i32"}
    parameters = [
        f"{letter}: {'&' * (kind[0] == 'm')}{names[kind]}" for kind, letter in zip(types, LETTERS, strict=False)
    ]
    for kind, letter in zip(types, LETTERS, strict=False):
        if kind[0] == "m":
            call = re.sub(rf"(?<![.\w]){letter}\b", f"(*{letter})", call)
    shown = ", ".join(parameters)
    if result[0] == "m":
        return f'#[no_mangle] pub extern "C" fn k({shown}, o: &mut {names[result]}) {{ *o = {call}; }}\n'
    return f'#[no_mangle] pub extern "C" fn k({shown}) -> {names[result]} {{ {call} }}\n'


# kernels over a list --------------------------------------------------------------------------------------------------


def _kernel(head: str, space: str, names: dict[str, str], index: str) -> Function:
    def function(types: Sequence[str], result: str, call: str) -> str:
        pairs = _named(types, names)
        parameters = [*(f"{space}const {type} *{name}_" for type, name in pairs), f"{space}{names[result]} *o"]
        body = " ".join(f"{type} {name} = {name}_[i];" for type, name in pairs)
        return f"{head} void k({', '.join(parameters)}) {{ int i = {index}; {body} o[i] = {call}; }}\n"

    return function


def _declared(text: str) -> str:
    """Declarations for built-ins that a device compiler knows by name: `1 1 -> 1 name`."""
    lines, named = [], {"1": "float", "i": "int"}
    for one in text.split(";"):
        types, result = (part.split() for part in one.split("->"))
        arguments = ", ".join(named[kind] for kind in types)
        lines.append(f'extern "C" __device__ {named[result[0]]} {result[1]}({arguments});')
    return "\n".join(lines) + "\n"


OCML = _declared(
    "1 -> 1 __ocml_exp10_f32;1 -> 1 __ocml_sinpi_f32;1 -> 1 __ocml_sin_f32;1 -> 1 __ocml_native_sin_f32;"
    "1 -> 1 __ocml_exp_f32;1 -> 1 __ocml_native_exp_f32;1 -> 1 __ocml_rsqrt_f32;1 1 -> 1 __ocml_pow_f32;"
    "1 1 -> 1 __ocml_fmod_f32;1 1 -> 1 __ocml_hypot_f32;1 1 1 -> 1 __ocml_fma_f32;1 -> 1 __ocml_erf_f32;"
    "1 -> 1 __ocml_cbrt_f32;1 -> 1 __ocml_tgamma_f32;i i -> i __ockl_mul24_i32"
)
HIP_NAMES = """\
#define sinf __ocml_sin_f32
#define __sinf __ocml_native_sin_f32
#define __expf __ocml_native_exp_f32
#define rsqrtf __ocml_rsqrt_f32
#define __frcp_rn(a) (1.0f / (a))
#define powf __ocml_pow_f32
#define fmodf __ocml_fmod_f32
#define hypotf __ocml_hypot_f32
#define erff __ocml_erf_f32
#define cbrtf __ocml_cbrt_f32
#define tgammaf __ocml_tgamma_f32
#define fmaf __ocml_fma_f32
#define __mul24 __ockl_mul24_i32
#define saturate(a) __builtin_amdgcn_fmed3f(a, 0.0f, 1.0f)
"""
NVIDIA = _declared(
    "1 -> 1 __nv_sinf;1 -> 1 __nv_fast_expf;1 -> 1 __nv_rsqrtf;1 1 -> 1 __nv_powf;1 1 -> 1 __nv_fmodf;"
    "1 1 1 -> 1 __nv_fmaf;1 -> 1 __nv_saturatef;1 -> 1 __nv_erff;1 -> 1 __nv_normcdff;i i -> i __nv_mulhi;"
    "i -> i __nv_popc;1 -> 1 __nv_frcp_rn;1 -> i __nv_float2int_rn;i -> 1 __nv_int2float_rn;1 -> 1 __nv_sinpif"
)
DEVICE = "#define __device__ __attribute__((device))\n#define __global__ __attribute__((global))\n"

# HLSL: clang's names of its built-ins
HLSL_CALLS = {
    **{name: f"__builtin_hlsl_{name}" for name in "dot lerp mad".split()},
    **{name: f"__builtin_hlsl_elementwise_{name}" for name in "frac rsqrt rcp any all isinf clamp".split()},
    **{name: f"__builtin_elementwise_{name}" for name in "sin tanh exp2 log10 pow floor trunc max min abs".split()},
    "round": "__builtin_elementwise_roundeven",
    "reversebits": "__builtin_elementwise_bitreverse",
    "countbits": "__builtin_popcount",
}


def _hlsl(types: Sequence[str], result: str, call: str) -> str:
    names = {**{str(n): f"vector<float,{n}>" for n in (1, 2, 3, 4)}, "i": "int", "i4": "vector<int,4>",
        "u": "unsigned", "b": "int"}  # fmt: skip
    call = re.sub(r"\b(\w+)\(", lambda found: HLSL_CALLS.get(found[1], found[1]) + "(", call)
    shown = ", ".join(f"{type} {letter}" for type, letter in _named(types, names))
    return f"export {names[result]} k({shown}) {{ return {call}; }}\n"


# D, Zig, Numba --------------------------------------------------------------------------------------------------------


def _d(types: Sequence[str], result: str, call: str) -> str:
    names = {"1": "float", "4": "float4", "i": "int", "u": "uint", "b": "bool"}
    shown = ", ".join(f"{type} {letter}" for type, letter in _named(types, names))
    return f"extern(C) {names[result]} k({shown}) {{ return {call}; }}\n"


def _zig(types: Sequence[str], result: str, call: str) -> str:
    names = {"1": "f32", "4": "@Vector(4, f32)", "i": "i32", "u": "u32", "b": "bool"}
    shown = ", ".join(f"{letter}: {type}" for type, letter in _named(types, names))
    used = " ".join(f"_ = {letter};" for letter in LETTERS[: len(types)] if not re.search(rf"\b{letter}\b", call))
    return f"export fn k({shown}) {names[result]} {{ {used} return {call}; }}\n"


def _numba(types: Sequence[str], result: str, call: str) -> str:
    names = {"1": "float32", "i": "int32", "b": "boolean"}
    signature = f"{names[result]}({', '.join(names[kind] for kind in types)})"
    letters = ", ".join(LETTERS[: len(types)])
    wrapped = f"@cfunc('{signature}', error_model='numpy')\ndef k({letters}):\n    return {call}\n"
    return f"{wrapped}print(k.inspect_llvm())\n"


VECTORS = {"1": "float", "i": "int", "u": "unsigned", "b": "int"} | {
    f"{kind}{n or ''}".removeprefix("f"): f"{name}{n}"
    for kind, name in (("f", "float"), ("i", "int"), ("u", "uint"))
    for n in (2, 3, 4)
}
HMM = {"1": "float", "q": "HMM_Quat", **{str(n): f"HMM_Vec{n}" for n in (2, 3, 4)}, "m3": "HMM_Mat3", "m4": "HMM_Mat4"}
GLM = {"1": "float", "i": "int", "u": "unsigned", "q": "glm::quat", "m3": "glm::mat3", "m4": "glm::mat4"} | {
    str(n): f"glm::vec{n}" for n in (2, 3, 4)
}
EXTENDED = {"1": "float", "i": "int", "m4": "m4"} | {str(n): f"v{n}" for n in (2, 3, 4)}
V = "".join(f"typedef float v{n} __attribute__((ext_vector_type({n})));\n" for n in (2, 3, 4))
PYTHON = "import math\nimport numpy as np\nfrom numba import cfunc\n"
GLM_HEAD = """\
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/ext.hpp>
#include <glm/gtx/quaternion.hpp>
#include <glm/gtx/vector_angle.hpp>
#include <glm/gtx/color_space.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/gtc/noise.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/bitfield.hpp>
#include <glm/gtx/fast_trigonometry.hpp>
#include <glm/gtx/fast_square_root.hpp>
#include <glm/gtx/easing.hpp>
#include <glm/gtx/orthonormalize.hpp>
#include <glm/gtx/rotate_vector.hpp>
#include <glm/gtx/spline.hpp>
#include <glm/gtx/polar_coordinates.hpp>
"""
C_HEAD = "#include <math.h>\n#include <complex.h>\n#include <stdlib.h>\n"
MATRIX_OF_ARRAYS = {"m4": "vec4 *{0} = (vec4 *){0}_;", "m3": "vec3 *{0} = (vec3 *){0}_;"}
CGLM_TYPES = {"2": "vec2", "3": "vec3", "4": "vec4", "q": "versor", "m3": "mat3", "m4": "mat4"}
LINMATH_TYPES = {"2": "vec2", "3": "vec3", "4": "vec4", "q": "quat", "m4": "mat4x4"}
ITEM = "get_global_id(0)"
DIALECTS: dict[str, Dialect] = {
    "raymath": Dialect(".c", "#define RAYMATH_IMPLEMENTATION\n#include <raymath.h>\n", lambda *_: "", AARCH64,
        ("raylib/src",)),
    "cglm": Dialect(".c", STRUCTS + "#include <cglm/cglm.h>\n", _arrays(lambda k: MATRIX_OF_ARRAYS[k], CGLM_TYPES),
        AARCH64, ("cglm/include",)),
    "linmath": Dialect(".c", STRUCTS + "#include <linmath.h>\n", _arrays(lambda k: MATRIX_OF_ARRAYS[k], LINMATH_TYPES),
        AARCH64, ("linmath.h",)),
    "HandmadeMath": Dialect(".c", "#define HANDMADE_MATH_NO_SSE\n#include <HandmadeMath.h>\n", _values(HMM), AARCH64,
        ("HandmadeMath",)),
    "GLM": Dialect(".cpp", GLM_HEAD, _values(GLM, 'extern "C" '), (*AARCH64, "-std=c++17"), ("glm",)),
    "Eigen": Dialect(".cpp", STRUCTS + "#define EIGEN_NO_DEBUG\n#include <Eigen/Dense>\n", _eigen,
        (*AARCH64, "-fno-exceptions"), ("eigen",)),
    "stb": Dialect(".c", "#define STB_PERLIN_IMPLEMENTATION\n#include <stb_perlin.h>\n", _values(SCALARS), AARCH64,
        ("stb",)),
    "FastNoiseLite": Dialect(".c", "#define FNL_IMPL\n#include <FastNoiseLite.h>\n", _values(SCALARS), AARCH64,
        ("FastNoiseLite/C",)),
    "glam": Dialect(".rs", "#![crate_type = \"lib\"]\nuse glam::*;\n", _rust,
        ("-O", "--edition=2021", "-C", "codegen-units=1", "-C", "panic=abort", "--emit=llvm-ir"), compiler="rustc"),
    "C": Dialect(".c", C_HEAD, _values(SCALARS), AARCH64),
    "vectors": Dialect(".c", V + "typedef float m4 __attribute__((matrix_type(4, 4)));\n", _values(EXTENDED),
        (*AARCH64, "-fenable-matrix")),
    "NEON": Dialect(".c", "#include <arm_neon.h>\n", _values(dict.fromkeys("4", "float32x4_t") | {"1": "float"}),
        AARCH64),
    "OpenCL": Dialect(".cl", "", _kernel("kernel", "global ", VECTORS, ITEM),
        ("-target", "spir64-unknown-unknown", "-cl-std=CL3.0", "-Xclang", "-finclude-default-header", "-O2", "-S",
            "-emit-llvm")),
    "HIP": Dialect(".hip", DEVICE + OCML + HIP_NAMES,
        _kernel('extern "C" __global__', "", VECTORS, "__builtin_amdgcn_workitem_id_x()"),
        ("-x", "hip", "--offload-arch=gfx900", "-nogpulib", "-nogpuinc", "--cuda-device-only", "-O2", "-S",
            "-emit-llvm")),
    "CUDA": Dialect(".cu", DEVICE + NVIDIA,
        _kernel('extern "C" __global__', "", VECTORS, "__nvvm_read_ptx_sreg_tid_x()"),
        ("-x", "cuda", "--cuda-gpu-arch=sm_60", "-nocudainc", "-nocudalib", "--cuda-device-only", "-O2", "-S",
            "-emit-llvm")),
    "HLSL": Dialect(".hlsl", "", _hlsl,
        ("-cc1", "-x", "hlsl", "-triple", "dxil-pc-shadermodel6.3-library", "-O2", "-fnative-half-type",
            "-emit-llvm")),
    "D": Dialect(".d", "import std.math; import core.simd;\n", _d,
        ("-O3", "--output-ll", "-mtriple=aarch64-linux-gnu"), compiler="ldc2"),
    "Zig": Dialect(".zig", 'const std = @import("std");\n', _zig,
        ("build-obj", "-target", "aarch64-linux-musl", "-O", "ReleaseFast", "-fstrip", "-fno-emit-bin"),
        compiler="zig"),
    "Numba": Dialect(".py", PYTHON, _numba, (), compiler="numba"),
}  # fmt: skip


def command(dialect: Dialect, compiler: str, source: Path, ir: Path, checkouts: Path) -> list[str]:
    """The command that writes `ir`. Zig and Numba come from Python packages; glam is compiled beforehand."""
    folders = [f"-I{checkouts / one}" for one in dialect.folders]
    match dialect.compiler:
        case "rustc":
            library = checkouts / "libglam.rlib"
            return [compiler, *dialect.command, "--extern", f"glam={library}", str(source), "-o", str(ir)]
        case "zig":
            return [sys.executable, "-m", "ziglang", *dialect.command, f"-femit-llvm-ir={ir}", str(source)]
        case "numba":
            return [sys.executable, str(source)]
        case "ldc2":
            return [compiler, *dialect.command, f"--of={ir}", str(source)]
    start, own = [compiler], list[str]()
    if compiler == "zig":
        start, own = [sys.executable, "-m", "ziglang", "clang"], _headers(dialect)
    return [*start, *dialect.command, *own, *folders, *dialect.flags, str(source), "-o", str(ir)]


def _headers(dialect: Dialect) -> list[str]:
    """Where Zig's clang finds its own headers; it has none for OpenCL and HLSL, so those of clang-19 serve."""
    if dialect.ending in (".cl", ".hlsl"):
        found = subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True, check=True)
        folder = Path(found.stdout.strip())
    else:
        found = subprocess.run(
            [sys.executable, "-c", "import ziglang; print(*ziglang.__path__)"],
            capture_output=True,
            text=True,
            check=True,
        )
        folder = Path(found.stdout.strip()) / "lib"
    return ["-resource-dir", str(folder)]
