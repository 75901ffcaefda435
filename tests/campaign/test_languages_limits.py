"""benchmarks/languages.py counts a refusal as a limit of a chip only if the message shows that one is exceeded."""

from __future__ import annotations

import languages
import pytest
from languages_limits import limit_of

INTEGER = "the integer {} is too large: floats carry integers here, which are exact up to 16777216"
TEMPORARIES = (
    "agal version 3 has 26 temporaries of 4 components; this program needs {} components at once at instruction 8"
)


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        (INTEGER.format(747796405), "integers"),
        (INTEGER.format(-747796405), "integers"),
        ("'xor' of bit logic on all 32 bits: floats carry integers here, exact up to 1024", "integers"),
        (
            "reversing the bits of a number takes 32 bits: floats carry integers here, exact up to 16777216",
            "integers",
        ),
        (TEMPORARIES.format(105), "registers"),
        ("the program needs 310 vec4 (4 of uniforms, 2 of literals, 304 of temporaries), and lima-vp has 304",
         "registers"),
        ("output 'o.2' needs o1, and lima-pp (fragment) has 1 such register", "outputs"),
        ("AGSL gives one color, and this shader has 4 outputs", "outputs"),
        ("the program takes 513 instructions, and pica200 (vertex) has room for 512", "length"),
        ("this loop counts to 5000, and the target has exact integers up to 2048: it would never end", "loops"),
    ],
)  # fmt: skip
def test_a_limit_has_both_numbers(message: str, limit: str) -> None:
    assert limit_of(message) == limit
    assert languages.refusal(message) == {"verdict": "limit", "limit": limit, "why": message}


@pytest.mark.parametrize(
    "message",
    [
        # within the limit
        INTEGER.format(16777216),
        TEMPORARIES.format(104),
        "output 'o.1' needs o0, and lima-pp (fragment) has 1 such register",
        "AGSL gives one color, and this shader has 0 outputs",
        # words of limits, and no limit of the chip
        "no way was found to keep this program's values in registers and on the stack",
        "a value of type [64 x float] has 64 elements; gpucc takes at most 32 in one value",
        "'lshr' on the bits of a float has no equivalent in float arithmetic",
        "an address is converted to or from a number in a global: its outputs are not exact",
        "the trip count of this loop is not known at compile time, and the target cannot loop",
        "jumps into the middle of a loop cannot be turned into straight code",
    ],
)
def test_other_refusals_are_none(message: str) -> None:
    assert limit_of(message) is None
    assert languages.refusal(message)["verdict"] == "refused"


def test_no_two_functions_share_a_file() -> None:
    listed = languages.LIST.read_text()
    ones = [one for one in languages.functions(listed.replace(", whole", ""), languages.ROOT) if one.types]
    names = [languages.file_name(one) for one in ones]
    assert len(ones) > 500
    assert len(set(names)) == len({one.name for one in ones})
