"""Poison that nothing reads: an operation that has no result is harmless where a select chooses another value, or
where the block that would read it does not run.

LLVM evaluates both values of `n < 4 ? v[n] : 10` before it chooses, and moves operations in front of an `if`. The
checks of such an operation do not mark the lane at once. Its result has a code instead, which is not zero where a check
failed; codes follow values through operations, and through a select from the value that it takes. The lane is marked
where any other instruction reads a value with such a code: a branch, an address, a store, the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gpucc.interp.reference.body import BodyWriter
from gpucc.interp.reference.irtext import LOCAL, TextFunction, TextLine, parse_call, split, typed_value, vector_parts
from gpucc.interp.reference.library import Library

# instructions that access memory, decide, or mark by themselves
_AT_ONCE = frozenset("alloca load store getelementptr phi br switch ret unreachable fence shadow mark".split())
_HELPER = re.compile(r"@(ref\.[\w.]+)")


def postponed(function: TextFunction) -> frozenset[str]:
    """The results whose checks wait: no instruction of the same block needs them at once. Selects take or leave them,
    other blocks may never run, and what reads them there settles them."""
    lines = [(line, i) for i, block in enumerate(function.blocks) for line in block.lines]
    plain = {line.result: (line, i) for line, i in lines if line.result and _plain(line)}
    waiting = [(line, i) for line, i in lines if line.result not in plain and line.op not in ("shadow", "mark")]
    # what a block further up reads is written before the code is known
    early = {name for line, i in lines for name in LOCAL.findall(line.rest) if name in plain and i < plain[name][1]}
    waiting += [plain.pop(name) for name in sorted(early)]
    while waiting:
        line, i = waiting.pop()
        for name in _read(line):
            if name in plain and i == plain[name][1]:
                waiting.append(plain.pop(name))
    return frozenset(plain)


def _plain(line: TextLine) -> bool:
    """Return whether an instruction only computes its result: calls of gpucc's own functions note lanes or ask others
    of their quad."""
    if line.op != "call":
        return line.op not in _AT_ONCE
    call = parse_call(line)
    return call is not None and not call.callee.lstrip('@"').startswith("gpucc.")


def _read(line: TextLine) -> list[str]:
    """The values that an instruction reads in any case: of those that a select chooses from, none."""
    return LOCAL.findall(split(line.rest)[0] if line.op == "select" else line.rest)


def guarded_checks(body: BodyWriter, line: TextLine, write: Callable[[], None]) -> None:
    """Write an instruction whose checks may wait, and mark lanes before or behind it whose operands are poison that it
    reads."""
    waits = line.result in body.postponed
    codes = [body.codes[name] for name in dict.fromkeys(_read(line)) if name in body.codes]
    if not waits and line.op != "select":
        for code in codes:
            settle(body, code)
        write()
        return
    start = len(body.lines)
    write()
    if waits and _marking(body, start):
        old = body.temporary()
        body.lines.insert(start, f"  {old} = call i8 {body.library.plain('postpone')}()")
        codes.append(body.let(f"call i64 {body.library.plain('poisoned')}(i8 {old})"))
    if line.op == "select":
        codes += _chosen(body, line)
    if not codes:
        return
    if waits and line.result:
        body.codes[line.result] = _joined(body, codes)
    else:
        for code in codes:
            settle(body, code)


def settle(body: BodyWriter, code: str) -> None:
    """Mark the lane if the value with this code is poison."""
    body.emit(f"call void {body.library.plain('settle')}(i64 {code})")


def _joined(body: BodyWriter, codes: list[str]) -> str:
    """The first of several codes that is not zero."""
    whole = codes[0]
    for code in codes[1:]:
        none = body.let(f"icmp eq i64 {whole}, 0")
        whole = body.let(f"select i1 {none}, i64 {code}, i64 {whole}")
    return whole


def _chosen(body: BodyWriter, line: TextLine) -> list[str]:
    """The codes of the values that a select takes. A target without a select multiplies by the others: what it makes of
    their poison is open."""
    (kind, condition), *arms = (typed_value(part) for part in split(body.constants(line.rest)))
    codes = [body.codes.get(value, "0") for _, value in arms]
    if codes == ["0", "0"]:
        return []
    count = vector_parts(kind)[0]
    if count:
        bits = body.let(f"bitcast {kind} {condition} to i{count}")
        some = [body.let(f"icmp ne i{count} {bits}, {other}") for other in (0, -1)]
        taken = [body.let(f"select i1 {one}, i64 {code}, i64 0") for one, code in zip(some, codes, strict=True)]
        left = codes
    else:
        taken, left = (
            [body.let(f"select i1 {condition}, i64 {one}, i64 {other}")] for one, other in (codes, codes[::-1])
        )
    if body.format.blend_select:
        for code in left:
            body.emit(f"call void @ref.doubt(i1 {body.let(f'icmp ne i64 {code}, 0')})")
    return [code for code in taken if code != "0"]


def _marking(body: BodyWriter, start: int) -> bool:
    """Return whether a line from `start` on may mark the lane."""
    known: dict[str, bool] = {}
    return any(_marks(body.library, helper, known) for line in body.lines[start:] for helper in _HELPER.findall(line))


def _marks(library: Library, helper: str, known: dict[str, bool]) -> bool:
    if helper == "ref.mark":
        return True
    if helper not in known:
        known[helper] = False
        called = _HELPER.findall(library.functions.get(helper, "").partition("{")[2])
        known[helper] = any(_marks(library, one, known) for one in called)
    return known[helper]
