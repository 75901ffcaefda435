"""Remainders of division by a power of two, for targets with an op for fractions: x - 2 floor(x / 2) is 2 fract(x / 2).

Quotient and product only change the exponent, so both are the same number, unless the quotient is subnormal. Other
divisors need the flag `reassoc`, because whole numbers have remainders that are no whole numbers then.
"""

from __future__ import annotations

from gpucc.isa.neutral import AFN
from gpucc.rules.pattern import P, Rule

# only a power of two times a number of 24 ones is not rounded
IS_POWER = "foeq(fsub(fmul(k, 16777216.0), fmul(k, 16777215.0)), k)"


def remainder(fract: str) -> Rule:
    """Return the rule; `fract` is the name of the op."""
    k, r = P.var("k", "constant"), P.var("r", "constant")
    whole = P.fmul(P.floor(P.fmul("x", r), flags=AFN), k)
    return Rule(
        "mod of a power of two",
        P.fsub("x", whole),
        f"mul({fract}(mul(x, r)), k)",
        guard=f"band(foeq(fdiv(1.0, k), r), {IS_POWER})",
    )
