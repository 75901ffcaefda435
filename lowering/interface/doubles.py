"""`(float)sqrt((double)x)` as C writes it, without the double.

Exact for functions whose double result, rounded to float, is the float function's result: sqrt (a double has more than
twice a float's bits, so rounding twice rounds as once) and those that only choose or round to integers. Of others only
where the call may be approximated (afn).
"""

from __future__ import annotations

import re

NAME = r'%(?:"[^"]*"|[-\w.$]+)'
WIDENED = re.compile(rf"^  ({NAME}) = fpext (?:\w+ )*float ({NAME}) to double")
CALLED = re.compile(rf"^  ({NAME}) = (?:tail |notail )?call ([\w ]*)double @llvm\.(\w+)\.f64\((.*?)\)")
NARROWED = re.compile(rf"^  ({NAME}) = fptrunc (?:\w+ )*double ({NAME}) to float(.*)$")
ARGUMENT = re.compile(rf"(?:\w+ )*double ({NAME})$")
EXACT = frozenset(
    "sqrt fabs floor ceil trunc rint nearbyint round roundeven minnum maxnum minimumnum maximumnum minimum maximum copysign".split()
)
APPROXIMATE = frozenset("sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow".split())


def demote_doubles(lines: list[str]) -> list[str]:
    """The lines of a module with one function, whose double functions of floats are float functions where that is the same."""
    if not any(".f64(" in line for line in lines):
        return lines
    widened = {found[1]: found[2] for line in lines if (found := WIDENED.match(line))}
    calls = {found[1]: found for line in lines if (found := CALLED.match(line))}
    wanted: dict[str, int] = {}
    done: list[str] = []
    for line in lines:
        narrowed = NARROWED.match(line)
        call = calls.get(narrowed[2]) if narrowed is not None else None
        arguments = _float_arguments(call, widened) if call is not None else None
        if narrowed is not None and call is not None and arguments is not None:
            wanted[call[3]] = len(arguments)
            operands = ", ".join(f"float {argument}" for argument in arguments)
            line = f"  {narrowed[1]} = call {call[2]}float @llvm.{call[3]}.f32({operands}){narrowed[3]}"
        done.append(line)
    declared = {f"declare float @llvm.{name}.f32({', '.join(['float'] * count)})" for name, count in wanted.items()}
    return done + sorted(one for one in declared if not any(line.startswith(one) for line in lines))


def _float_arguments(call: re.Match[str], widened: dict[str, str]) -> list[str] | None:
    """The floats behind the call's arguments, if it may be a float function."""
    flags = call[2].split()
    if call[3] not in EXACT and not (call[3] in APPROXIMATE and {"afn", "fast"} & set(flags)):
        return None
    found = [ARGUMENT.match(part) for part in call[4].split(", ")]
    arguments = [widened.get(one[1]) if one is not None else None for one in found]
    return [argument for argument in arguments if argument is not None] if None not in arguments else None
