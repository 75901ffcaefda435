"""Rewrite the shader function block by block: control flow, phis, and a limit on the steps of loops."""

from __future__ import annotations

from functools import partial

from gpucc.errors import Unsupported
from gpucc.interp.reference.body import BodyWriter, widened
from gpucc.interp.reference.calls import rewrite_call
from gpucc.interp.reference.irtext import TextBlock, TextFunction, TextLine, incoming, retreating, take_type
from gpucc.interp.reference.memory import rewrite_memory
from gpucc.interp.reference.poison import guarded_checks, postponed, settle
from gpucc.interp.reference.values import rewrite_value

MEMORY = frozenset("alloca getelementptr load store".split())
STOP = "ref.stop"


def rewrite(body: BodyWriter) -> str:
    """The text of the function with each instruction replaced by its checked form."""
    function = body.function
    heads = {to for _, to in retreating(function)}
    body.postponed = postponed(function)
    # the head of a loop is split after its phis; its jumps now come from the second half
    origin = {name: f"%ref.loop{i}" for i, name in enumerate(sorted(heads))}
    for block in function.blocks:
        _block(body, block, origin)
    if heads:
        body.lines.append(f"{STOP}:")
        body.reach(None)
        body.lines += ["  call void @ref.mark(i1 true)", f"  {_zero_return(function)}"]
    parameters = ", ".join(f"{widened(kind)} {name}" for kind, name in function.parameters)
    # long code is never optimised, because that takes long; only what it calls may be
    mode = "nounwind noinline optnone"
    head = f"define internal {widened(function.result)} {function.name}({parameters}) {mode} {{"
    return "\n".join([head, *body.lines, "}", ""])


def _zero_return(function: TextFunction) -> str:
    return "ret void" if function.result == "void" else f"ret {widened(function.result)} zeroinitializer"


def _block(body: BodyWriter, block: TextBlock, origin: dict[str, str]) -> None:
    if block.name:
        body.lines.append(f"{block.name[1:]}:")
    phis = [line for line in block.lines if line.op == "phi"]
    codes = [_phi(body, line, origin) for line in phis]
    if block.name in origin:
        go = body.let(f"call i1 {body.library.plain('step')}()")
        body.emit(f"br i1 {go}, label {origin[block.name]}, label %{STOP}")
        body.lines.append(f"{origin[block.name][1:]}:")
    for line, code in zip(phis, codes, strict=True):
        kind = take_type(line.rest)[0]
        body.reach(line)
        if code is not None:
            settle(body, code)
        body.exclude(line.flags, widened(kind), [line.result or ""])
    rest = [line for line in block.lines if line.op != "phi"]
    for line, after in zip(rest, [*rest[1:], None], strict=True):
        _instruction(body, line, after.op if after else "")


def _phi(body: BodyWriter, line: TextLine, origin: dict[str, str]) -> str | None:
    """Write a phi; return the code that tells where the value that it takes is poison, if one may be."""
    kind, rest = take_type(line.rest)
    given = [(value, origin.get(label, label)) for value, label in incoming(rest)]
    pairs = [(body.constants(f"{kind} {value}").removeprefix(widened(kind)), label) for value, label in given]
    shown = ", ".join(f"[{value}, {label} ]" for value, label in pairs)
    body.let(f"phi {widened(kind)} {shown}", line.result)
    if not any(value in body.codes for value, _ in given):
        return None
    return body.let("phi i64 " + ", ".join(f"[ {body.codes.get(value, '0')}, {label} ]" for value, label in given))


def _instruction(body: BodyWriter, line: TextLine, follows: str) -> None:
    sites = len(body.sites)
    body.reach(line)
    guarded_checks(body, line, partial(_rewrite, body, line, follows))
    if line.result and len(body.sites) > sites:
        body.asking[line.result] = range(sites, len(body.sites))


def _rewrite(body: BodyWriter, line: TextLine, follows: str) -> None:
    match line.op:
        case "br" | "switch":
            body.emit(f"{line.op} {body.constants(line.rest)}")
        case "ret":
            body.emit(f"ret {body.constants(line.rest)}")
        case "unreachable":
            body.mark("true")
            body.emit(_zero_return(body.function))
        case "call":
            rewrite_call(body, line, follows)
        case op if op in MEMORY:
            rewrite_memory(body, line)
        case "fence":
            return
        case "shadow":
            body.emit(line.rest)
        case "mark":
            body.mark(line.rest)
        case _:
            if line.result is None:
                raise Unsupported(f"the reference cannot run the instruction {line.text!r}")
            rewrite_value(body, line)
