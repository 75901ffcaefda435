"""OpenCL's saturating conversions between integers, and SPIR-V's names of them, against the numbers of the standard."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver

# the letter of a type in a mangled name, its bits, and whether it has a sign
TYPES = {
    "char": ("c", 8, True),
    "uchar": ("h", 8, False),
    "short": ("s", 16, True),
    "ushort": ("t", 16, False),
    "int": ("i", 32, True),
    "uint": ("j", 32, False),
}
POINTS = (-70000, -32769, -300, -129, -128, -5, -1, 0, 1, 5, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 70000)


def range_of(type: str) -> tuple[int, int]:
    _, bits, signed = TYPES[type]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def converted(name: str, given: str, wanted: str, x: np.ndarray) -> np.ndarray:
    """What the reference computes, with the number converted from a float before and to one after the call."""
    (_, bits, signed), (_, width, positive) = TYPES[given], TYPES[wanted]
    source = (
        f"declare spir_func i{width} @{name}(i{bits})\n"
        "define float @vertex(float %x) {\n"
        f"  %a = fpto{'s' if signed else 'u'}i float %x to i{bits}\n"
        f"  %b = call spir_func i{width} @{name}(i{bits} %a)\n"
        f"  %c = {'s' if positive else 'u'}itofp i{width} %b to float\n"
        "  ret float %c\n}\n"
    )
    (found,) = driver.reference(source, "agal", {"x": x}, stage="vertex").values()
    return np.asarray(found).reshape(len(x))


@pytest.mark.parametrize("given", TYPES)
@pytest.mark.parametrize("wanted", TYPES)
def test_saturation(given: str, wanted: str) -> None:
    low, high = range_of(given)
    x = np.array([point for point in POINTS if low <= point <= high], np.float32)
    short = f"convert_{wanted}_sat"
    found = converted(f"_Z{len(short)}{short}{TYPES[given][0]}", given, wanted, x)
    assert found.tolist() == np.clip(x, *range_of(wanted)).tolist()


@pytest.mark.parametrize(
    ("name", "given", "wanted", "saturates"),
    [
        ("__spirv_SatConvertSToU_Ruchar", "int", "uchar", True),
        ("__spirv_SatConvertUToS_Rchar", "uint", "char", True),
        ("__spirv_SConvert_Rchar_sat", "int", "char", True),
        ("__spirv_UConvert_Ruchar", "uint", "uchar", False),
    ],
)
def test_names_of_spirv(name: str, given: str, wanted: str, saturates: bool) -> None:
    low, high = range_of(given)
    x = np.array([point for point in POINTS if low <= point <= high], np.float32)
    found = converted(f"_Z{len(name)}{name}{TYPES[given][0]}", given, wanted, x)
    expected = np.clip(x, *range_of(wanted)) if saturates else x.astype(np.int64) & 0xFF
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize(("kind", "type"), [("s", "char"), ("u", "uchar"), ("s", "short"), ("u", "ushort")])
def test_extremes_of_small_integers(kind: str, type: str) -> None:
    letter, bits, signed = TYPES[type]
    source = (
        f"declare spir_func i{bits} @_Z3max{letter}{letter}(i{bits}, i{bits})\n"
        f"declare spir_func i{bits} @_Z17__spirv_ocl_{kind}_min{letter}{letter}(i{bits}, i{bits})\n"
        "define <2 x float> @vertex(<2 x float> %v) {\n"
        f"  %w = fpto{'s' if signed else 'u'}i <2 x float> %v to <2 x i{bits}>\n"
        f"  %a = extractelement <2 x i{bits}> %w, i32 0\n"
        f"  %b = extractelement <2 x i{bits}> %w, i32 1\n"
        f"  %most = call spir_func i{bits} @_Z3max{letter}{letter}(i{bits} %a, i{bits} %b)\n"
        f"  %least = call spir_func i{bits} @_Z17__spirv_ocl_{kind}_min{letter}{letter}(i{bits} %a, i{bits} %b)\n"
        f"  %c = insertelement <2 x i{bits}> poison, i{bits} %most, i32 0\n"
        f"  %d = insertelement <2 x i{bits}> %c, i{bits} %least, i32 1\n"
        f"  %f = {'s' if signed else 'u'}itofp <2 x i{bits}> %d to <2 x float>\n"
        "  ret <2 x float> %f\n}\n"
    )
    pairs = np.array([[1, 100], [100, 1], [3, 3], [0, 127]] + [[-5, 4], [-5, -6]] * signed, np.float32)
    (found,) = driver.reference(source, "agal", {"v": pairs}, stage="vertex").values()
    assert np.asarray(found).tolist() == [[max(pair), min(pair)] for pair in pairs.tolist()]
