"""The names that devices and languages give to formulas: which formula of `builtins` a function stands for.

LLVM's intrinsics for devices are declared as `device.` and the rest of their name from the reader on (`apart`), because
their signatures change from one LLVM to the next, and LLVM's verifier refuses old ones.
"""

from __future__ import annotations

import re

from gpucc.lowering.apart import DEVICE_PREFIX

# words at the end of a name that say types only: .v4f32, .f32, .f, .ftz, .i32.f32, .p0
TYPES = re.compile(r"\.(?:(?:v\d+)?(?:[fi]\d+|p\d+)|ftz|f|d|ll|i|ui|sat)$")
ROUNDINGS = {"rn": "rte", "rz": "rtz", "rm": "rtn", "rp": "rtp", "rd": "rtn", "ru": "rtp", "rna": "rna"}

AMD = {
    "rcp": "recip", "rcp.legacy": "recip", "rsq": "rsqrt", "rsq.legacy": "rsqrt", "rsq.clamp": "rsqrt_clamped",
    "sqrt": "sqrt", "fract": "fract", "fmed3": "median", "sin": "sinturn", "cos": "costurn", "log": "log2",
    "exp2": "exp2",
    "ldexp": "ldexp", "frexp.mant": "frexp_mant", "frexp.exp": "frexp_exp", "fmul.legacy": "legacy", "mul.i24": "low24",
    "mul.u24": "low24", "mulu24": "low24", "muli24": "low24", "class": "fpclass", "readfirstlane": "same",
    "tanh": "tanh", "cubeid": "cubeid", "cubema": "cubema", "cubesc": "cubesc", "cubetc": "cubetc",
}  # fmt: skip
NVIDIA = {
    "ex2.approx": "exp2", "lg2.approx": "log2", "sin.approx": "sin", "cos.approx": "cos", "tanh.approx": "tanh",
    "rsqrt.approx": "rsqrt", "rcp.approx": "recip", "sqrt.approx": "sqrt", "sqrt": "sqrt", "div.approx": "divide",
    "div.full": "divide", "fmin": "fmin", "fmax": "fmax", "fmin.nan": "minimum", "fmax.nan": "maximum",
    "saturate": "saturate", "fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "rint",
    "abs": "abs", "popc": "popcount", "clz": "clz", "mul24": "low24",
    **{f"{op}.{mode}": name for mode in ("rn", "rz", "rm", "rp") for op, name in (
        ("fma", "fma"), ("mul", "mul"), ("add", "add"), ("div", "divide"), ("rcp", "recip"), ("sqrt", "sqrt"))},
    **{f"f2i.{mode}": f"to_int_{ROUNDINGS[mode]}" for mode in ("rn", "rz", "rm", "rp")},
    **{f"f2ui.{mode}": f"to_uint_{ROUNDINGS[mode]}" for mode in ("rn", "rz", "rm", "rp")},
    **{f"{sign}2f.{mode}": "to_float" for mode in ("rn", "rz", "rm", "rp") for sign in ("i", "ui")},
}  # fmt: skip
# DirectX and SPIR-V: both are written by clang for HLSL
HLSL = {
    "rsqrt": "rsqrt", "frac": "frac", "rcp": "recip", "saturate": "saturate", "lerp": "lerp", "length": "length",
    "normalize": "normalize", "cross": "cross", "distance": "distance", "step": "step", "smoothstep": "smoothstep",
    "reflect": "reflect", "refract": "refract", "faceforward": "faceforward", "degrees": "degrees",
    "radians": "radians", "sign": "wholesign", "any": "some_of", "all": "every_of", "isinf": "isinf", "isnan": "isnan",
    "clamp": "bounded", "nclamp": "bounded", "fclamp": "bounded", "uclamp": "clamp", "sclamp": "clamp",
    "dot2": "dot2", "dot3": "dot3", "dot4": "dot4", "fdot": "fdot", "sdot": "dot", "udot": "dot", "imad": "muladd",
    "umad": "muladd",
}  # fmt: skip
NEON = {
    "faddv": "addv", "fmaxv": "maxv", "fminv": "minv", "fmaxnmv": "maxnmv", "fminnmv": "minnmv", "faddp": "addp",
    "fmaxp": "maxp", "fminp": "minp", "fmaxnmp": "maxnmp", "fminnmp": "minnmp", "fmax": "maximum", "fmin": "minimum",
    "fmaxnm": "maxnum", "fminnm": "minnum", "fabd": "difference", "fmulx": "extended", "frecpe": "recip",
    "frecps": "recip_step", "frsqrte": "rsqrt", "frsqrts": "rsqrt_step", "frintn": "rint", "saddv": "addv",
    "uaddv": "addv", "smaxv": "maxv", "sminv": "minv", "umaxv": "maxv", "uminv": "minv", "addp": "addp", "smax": "max",
    "smin": "min", "umax": "max", "umin": "min", "sabd": "abs_diff", "uabd": "abs_diff", "abs": "abs",
    "fcvtns": "to_int_rte", "fcvtas": "to_int_rna", "fcvtms": "to_int_rtn", "fcvtps": "to_int_rtp",
    "fcvtzs": "to_int_rtz", "fcvtnu": "to_uint_rte", "fcvtau": "to_uint_rna", "fcvtmu": "to_uint_rtn",
    "fcvtpu": "to_uint_rtp", "fcvtzu": "to_uint_rtz",
}  # fmt: skip
INTEL = {
    "sse.min.ps": "lesser", "sse.max.ps": "greater", "sse.rcp.ps": "recip", "sse.rsqrt.ps": "rsqrt",
    "sse.sqrt.ps": "sqrt", "sse3.hadd.ps": "addp", "sse2.cvtps2dq": "to_int_rte", "sse2.cvttps2dq": "to_int_rtz",
}  # fmt: skip
VENDORS = {
    "amdgcn": AMD, "r600": AMD, "nvvm": NVIDIA, "dx": HLSL, "spv": HLSL, "aarch64.neon": NEON, "arm.neon": NEON,
    "x86": INTEL,
}  # fmt: skip

# names of the device libraries of CUDA, HIP and OpenCL, without their prefixes, that are not C's
LIBRARY = {
    "dsqrt": "sqrt", "fdividef": "divide", "sincosf": "sincos", "sinpif": "sinpi", "saturatef": "saturate",
    "float_as_int": "bits_of", "float_as_uint": "bits_of", "int_as_float": "of_bits_of", "uint_as_float": "of_bits_of",
    "mul24": "low24", "mul24_i32": "low24", "mul24_u32": "low24", "umul24": "low24", "umin": "min", "umax": "max",
    "urhadd": "rhadd", "brev": "bitreverse",
    "uhadd": "hadd",
    "isinfd": "isinf", "isnand": "isnan", "isfinited": "isfinite", "finitef": "isfinite", "signbitd": "signbit",
    "len3": "norm3d", "rlen3": "rnorm3d", "ncdf": "normcdf", "popcount_u32": "popcount", "clz_u32": "clz",
    "ctz_u32": "ctz",
    **{f"{op}_{mode}": name for mode in ("rn", "rz", "rd", "ru") for op, name in (
        ("fadd", "add"), ("fsub", "sub"), ("fmul", "mul"), ("fdiv", "divide"), ("frcp", "recip"), ("fsqrt", "sqrt"),
        ("fmaf", "fma"), ("int2float", "to_float"), ("uint2float", "to_float"),
        ("float2int", f"to_int_{ROUNDINGS[mode]}"), ("float2uint", f"to_uint_{ROUNDINGS[mode]}"))},
}  # fmt: skip
# OpenCL C's functions that have a formula; other mangled names are functions of C++, which the module should define
OPENCL = frozenset(
    "sinpi cospi tanpi asinpi acospi atanpi atan2pi logb ilogb frexp modf fract nextafter sincos remquo pown"
    " rootn ldexp tgamma lgamma minmag maxmag isequal isnotequal isgreater isgreaterequal isless islessequal"
    " islessgreater isordered isunordered isnan isinf isfinite isnormal signbit bitselect select any all"
    " shuffle shuffle2 clamp mul24 mad24 rotate abs_diff abs hadd rhadd clz ctz popcount add_sat sub_sat"
    " max min mul_hi mad_hi mad_sat upsample".split()
)
# functions of C that have a formula; with f at the end for floats
C = frozenset("frexp modf sincos remquo logb ilogb nextafter tgamma lgamma pown cabs carg cexp csqrt".split())
RUNTIME = {"__mulsc3": "cmul", "__divsc3": "cdiv", "__muldc3": "cmul", "__divdc3": "cdiv"}
# the number of an invocation among all, whose element a shader works on, and the number of its group, which is 0
FIRST_ID = frozenset(
    DEVICE_PREFIX + name
    for name in ("amdgcn.workitem.id.x", "nvvm.read.ptx.sreg.tid.x", "spv.thread.id", "dx.thread.id")
) | {
    "_Z12get_local_idj",
    "get_local_id",
    "_Z33__spirv_BuiltInGlobalInvocationIdi",
    "_Z32__spirv_BuiltInLocalInvocationIdi",
}
GROUP_ID = frozenset(
    DEVICE_PREFIX + name
    for name in ("amdgcn.workgroup.id.x", "nvvm.read.ptx.sreg.ctaid.x", "dx.group.id", "spv.group.id")
) | {
    "_Z12get_group_idj", "get_group_id", "_Z17get_global_offsetj", "_Z26__spirv_BuiltInWorkgroupIdi",
    "_Z27__spirv_BuiltInGlobalOffseti",
}  # fmt: skip


def device_name(name: str) -> tuple[str, bool] | None:
    """The formula of a device's intrinsic, and whether its integers are unsigned."""
    if not name.startswith(DEVICE_PREFIX):
        return None
    rest = name.removeprefix(DEVICE_PREFIX)
    vendor = next((one for one in VENDORS if rest.startswith(f"{one}.")), "")
    names = VENDORS.get(vendor, {})
    word = rest.removeprefix(f"{vendor}.")
    while word:
        if word in names:
            return names[word], ".u" in rest
        shorter = TYPES.sub("", word)
        word = shorter if shorter != word else ""
    return None


def shown_name(name: str) -> str:
    """The name as the user's text has it."""
    return "llvm." + name.removeprefix(DEVICE_PREFIX) if name.startswith(DEVICE_PREFIX) else name
