"""Which refusals of benchmarks/languages.py are limits of a chip.

A refusal counts as a limit only if its message names what the program needs and what the chip has, and the first is
more than the second. Everything else counts as refused, whatever words it has: that gpucc finds no way to keep values
in registers is no limit of the chip, and neither is a number that gpucc itself does not go beyond.
"""

from __future__ import annotations

import re

# the first group or `need` is what the program needs, `has` what the chip has; `per` components make one of these
LIMITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("outputs", re.compile(r"needs [a-z]+(?P<last>\d+), and .* has (?P<has>\d+) such registers?")),
    ("outputs", re.compile(r"the shader has (?P<need>\d+) outputs .*rasteriser takes (?P<has>\d+)")),
    ("outputs", re.compile(r"AGSL gives (?P<has>one) color, and this shader has (?P<need>\d+) outputs")),
    ("registers", re.compile(r"needs (?P<need>\d+) uniform registers .* has (?P<has>\d+)")),
    ("registers", re.compile(r"uses (?P<need>\d+) (input|uniform|sampler) registers .* has (?P<has>\d+)")),
    ("registers", re.compile(r"needs (?P<need>\d+) vec4 .* has (?P<has>\d+)")),
    ("registers", re.compile(
        r"has (?P<has>\d+) temporaries of (?P<per>\d+) components; this program needs (?P<need>\d+) components")),
    ("length", re.compile(r"takes (at least )?(?P<need>\d+) [\w ]+, and .* has room for (?P<has>\d+)")),
    ("length", re.compile(r"needs (?P<need>\d+) operand descriptors, and there are (?P<has>\d+)")),
    ("integers", re.compile(r"the integer -?(?P<need>\d+) is too large: .* exact up to (?P<has>\d+)")),
    ("integers", re.compile(r"bit logic on all (?P<bits>\d+) bits: .* exact up to (?P<has>\d+)")),
    ("integers", re.compile(r"reversing the \w+ of a number takes (?P<bits>\d+) bits: .* exact up to (?P<has>\d+)")),
    ("loops", re.compile(r"counts to (?P<need>\d+), and the target has exact integers up to (?P<has>\d+)")),
    ("doubles", re.compile(r"in (?P<need>\d+) bits\): the targets compute in floats of at most (?P<has>\d+) bits")),
)  # fmt: skip


def limit_of(message: str) -> str | None:
    """The name of the limit that the message shows to be exceeded."""
    for name, pattern in LIMITS:
        if (found := pattern.search(message)) is not None and _exceeded(found):
            return name
    return None


def _exceeded(found: re.Match[str]) -> bool:
    given = found.groupdict()
    has = 1 if given["has"] == "one" else int(given["has"])
    if "last" in given:  # registers are counted from 0
        return int(given["last"]) >= has
    if "bits" in given:
        return 1 << int(given["bits"]) > has
    return int(given["need"]) > has * int(given.get("per", "1"))
