"""Passes for LLVM IR: functions, instructions, branches and parameters are removed, and values replaced by simpler
ones.

Candidates are texts; LLVM decides whether one is a valid module when it reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from gpucc.errors import GpuccError
from gpucc.lowering.optimise.passes import run
from gpucc.lowering.session import opened
from gpucc.reduce.assembly_lines import (
    JUMP,
    LOCAL,
    RESULT,
    TERMINATOR,
    Entity,
    IrBlock,
    IrFunction,
    closing,
    items,
    operands,
    pruned,
    read_module,
    replaced,
    result_type,
    written,
)
from gpucc.reduce.search import Reduction

ZERO = "zeroinitializer"
ONES = {"float": "1.000000e+00", "half": "0xH3C00", "i32": "1", "i64": "1", "i1": "true"}
REMARKS: tuple[tuple[str, str], ...] = (
    (r"(?m)^\s*(?:;[^\n]*|#dbg_[^\n]*|source_filename = [^\n]*|target [^\n]*)\n", ""),
    (r",\s*![\w.]+ !\d+|\s![\w.]+ !\d+(?= \{)", ""),
    (r"(?m)^!\S+ = [^\n]*\n", ""),
    (r"(?m)\s#\d+(?=[ ,]|$)", ""),
    (r"(?m)^attributes [^\n]*\n", ""),
    (r"\b(?:noundef|readonly|readnone|writeonly|nocapture|noalias|local_unnamed_addr|unnamed_addr|dso_local|nonnull|captures\(none\)"
     r"|initializes\(\([^)]*\)\)|align \d+(?= %)|dereferenceable\(\d+\)) ", ""),
    (r", align \d+", ""),
    (r"(?m)[ \t]*;[^\n]*$", ""),
)  # fmt: skip


def drop_remarks(reduction: Reduction) -> None:
    """Drop comments, metadata and attributes."""
    text = reduction.best
    for pattern, new in REMARKS:
        text = re.sub(pattern, new, text)
    if reduction.offer(text):
        return
    for pattern, new in REMARKS:
        reduction.offer(re.sub(pattern, new, reduction.best))


def use_llvm(reduction: Reduction) -> None:
    """Offer the module after LLVM's own passes: memory promoted to values, dead code removed.

    Promotion comes first: if a store is removed but a load of the same memory is not, the program is undefined.
    """
    for names in (("sroa",), ("simplify_cfg",), ("aggressive_dce", "global_dead_code_eliminate"), ("loop_deletion",)):
        _with_passes(reduction, names)


def unroll(reduction: Reduction) -> None:
    """Unroll loops, which may be the only reason for many lines of a failure, and remove what the rounds do not need.

    The text grows first; it is kept only if it ends up smaller than before.
    """
    before = reduction.best
    fewer = re.sub(
        r"(icmp \w+ i\d+ [^,\n]+, )(\d+)$",
        lambda found: f"{found[1]}{min(2, int(found[2]))}",
        before,
        flags=re.MULTILINE,
    )
    reduction.offer(fewer)
    names = (
        "loop_simplify",
        "loop_rotate",
        "loop_unroll",
        "sccp",
        "instruction_combine",
        "simplify_cfg",
        "aggressive_dce",
    )
    if " = phi " not in before or not _with_passes(reduction, names):
        return
    for each in (name_values, straighten, drop_instructions, straighten, simplify_values, drop_parameters):
        each(reduction)
    if reduction.best.count("\n") >= before.count("\n"):
        reduction.best = before


def _with_passes(reduction: Reduction, names: Sequence[str]) -> bool:
    with suppress(GpuccError, RuntimeError), opened(reduction.best, "candidate") as module:
        module.verify()
        run(module, *names)
        return reduction.offer(str(module))
    return False


def name_values(reduction: Reduction) -> None:
    """Name LLVM's numbered values, because the numbers would change when values are removed."""
    entities = [_named(each) if isinstance(each, IrFunction) else each for each in read_module(reduction.best)]
    reduction.offer(written(entities))


def _named(function: IrFunction) -> IrFunction:
    def name(text: str) -> str:
        return re.sub(r"%(\d+)\b", r"%v\1", text)

    blocks = [IrBlock(name(block.name), tuple(name(line) for line in block.lines)) for block in function.blocks]
    known = {block.name for block in blocks}
    used = {label for block in blocks for line in block.lines for label in (*JUMP.findall(line), *_phi_labels(line))}
    missing = sorted(used - known)
    if not blocks[0].name:
        blocks[0] = replace(blocks[0], name=missing[0] if missing else "%entry")
    return IrFunction(name(function.header), tuple(blocks))


def _phi_labels(line: str) -> list[str]:
    return re.findall(rf", ({LOCAL.pattern}) \]", line) if " = phi " in line else []


def drop_entities(reduction: Reduction) -> None:
    """Drop functions, globals and declarations that the failure does not need."""
    entities = read_module(reduction.best)
    reduction.leave_out(
        len(entities), lambda kept: written([each for each, keep in zip(entities, kept, strict=True) if keep])
    )


def drop_instructions(reduction: Reduction) -> None:
    """Drop instructions; their results are replaced by zero, or for an address by the one that it was computed from."""
    for number, function in _functions(reduction.best):
        entities = read_module(reduction.best)
        lines = [line for block in function.blocks for line in block.lines]
        free = [index for index, line in enumerate(lines) if not TERMINATOR.match(line)]

        def render(
            kept: Sequence[bool], entities: list[Entity] = entities, number: int = number, free: list[int] = free
        ) -> str | None:
            lost = {index for index, keep in zip(free, kept, strict=True) if not keep}
            made = _without_lines(entities[number], lost)
            return None if made is None else written([*entities[:number], made, *entities[number + 1 :]])

        reduction.leave_out(len(free), render)


def _functions(text: str) -> list[tuple[int, IrFunction]]:
    return [(number, each) for number, each in enumerate(read_module(text)) if isinstance(each, IrFunction)]


def _without_lines(function: Entity, lost: set[int]) -> IrFunction | None:
    assert isinstance(function, IrFunction)
    values: dict[str, str] = {}
    blocks: list[list[str]] = []
    index = 0
    for block in function.blocks:
        blocks.append([])
        for line in block.lines:
            result = RESULT.match(line)
            if index not in lost:
                blocks[-1].append(line)
            elif result is not None:
                values[result[1]] = _instead(line)
            index += 1
    if any(not value and _used(name, blocks) for name, value in values.items()):
        return None
    for _ in range(len(values)):
        chained = {name: values.get(value, value) for name, value in values.items()}
        if chained == values:
            break
        values = chained
    return _with_lines(function, [[replaced(line, values) for line in block] for block in blocks])


def _with_lines(function: IrFunction, blocks: list[list[str]]) -> IrFunction:
    return IrFunction(
        function.header, tuple(replace(b, lines=tuple(lines)) for b, lines in zip(function.blocks, blocks, strict=True))
    )


def _instead(line: str) -> str:
    """A value that replaces the result of a dropped instruction; empty for an alloca, without which no program could
    run."""
    if result_type(line) != "ptr":
        return ZERO
    bases = (
        re.findall(rf"ptr(?: addrspace\(\d+\))? ({LOCAL.pattern}|@[-\w$.]+)", line) if " getelementptr " in line else []
    )
    return str(bases[0]) if bases else ""


def _used(name: str, blocks: Sequence[Sequence[str]]) -> bool:
    return any(name in LOCAL.findall(line) for block in blocks for line in block)


def straighten(reduction: Reduction) -> None:
    """Make conditional branches unconditional, and drop unreachable code."""
    while reduction.first(_each_function(reduction.best, _one_way)):
        pass


def _each_function(text: str, change: Callable[[IrFunction], Iterator[IrFunction]]) -> Iterator[str]:
    entities = read_module(text)
    for number, function in _functions(text):
        for made in change(function):
            yield written([*entities[:number], made, *entities[number + 1 :]])


def _one_way(function: IrFunction) -> Iterator[IrFunction]:
    yield pruned(function)
    for number, block in enumerate(function.blocks):
        if len(block.next) > 1:
            for label in dict.fromkeys(block.next):
                made = replace(block, lines=(*block.lines[:-1], f"  br label {label}"))
                yield pruned(
                    replace(function, blocks=(*function.blocks[:number], made, *function.blocks[number + 1 :]))
                )


def simplify_values(reduction: Reduction) -> None:
    """Replace a result by an operand of its type, by one, or by a parameter; replace an operand by zero or one."""
    for change in (_other_result, _other_operand):
        while reduction.first(_each_function(reduction.best, change)):
            pass


def _other_result(function: IrFunction) -> Iterator[IrFunction]:
    types = {name: type for type, name in function.parameters}
    parameters = dict(types)
    for block in function.blocks:
        types |= {result[1]: result_type(line) for line in block.lines if (result := RESULT.match(line))}
    for number, block in enumerate(function.blocks):
        for index, line in enumerate(block.lines):
            result = RESULT.match(line)
            if result is None or not types[result[1]]:
                continue
            name, type = result[1], types[result[1]]
            new = [value for value in operands(line) if types.get(value) == type and value != name]
            new += [value for value, kind in parameters.items() if kind == type][:2]
            new += [ONES[type]] if type in ONES else []
            for value in dict.fromkeys(new):
                blocks = [list(each.lines) for each in function.blocks]
                del blocks[number][index]
                yield _with_lines(function, [[replaced(other, {name: value}) for other in lines] for lines in blocks])


def _other_operand(function: IrFunction) -> Iterator[IrFunction]:
    """Replace names among flags and operands one by one."""
    for number, block in enumerate(function.blocks):
        for index, line in enumerate(block.lines):
            own = RESULT.match(line)
            start = own.end() if own else 0
            for found in LOCAL.finditer(line, start):
                if (
                    line[: found.start()].rstrip().endswith(("label", "ptr"))
                    or " = phi " in line
                    or "addrspace" in line
                ):
                    continue
                made = f"{line[: found.start()]}{ZERO}{line[found.end() :]}"
                lines = (*block.lines[:index], made, *block.lines[index + 1 :])
                yield replace(
                    function,
                    blocks=(*function.blocks[:number], replace(block, lines=lines), *function.blocks[number + 1 :]),
                )


def drop_parameters(reduction: Reduction) -> None:
    """Drop parameters that nothing reads."""
    while reduction.first(_each_function(reduction.best, _fewer_parameters)):
        pass


def _fewer_parameters(function: IrFunction) -> Iterator[IrFunction]:
    start = function.header.find("(", function.header.find("@"))
    end = closing(function.header, start)
    every = items(function.header[start + 1 : end])
    for number, each in enumerate(every):
        names = LOCAL.findall(each)
        if names and not _used(names[-1], [block.lines for block in function.blocks]):
            left = ", ".join([*every[:number], *every[number + 1 :]])
            yield replace(function, header=f"{function.header[: start + 1]}{left}{function.header[end:]}")


PASSES = (
    drop_remarks,
    use_llvm,
    drop_remarks,
    name_values,
    drop_entities,
    straighten,
    drop_instructions,
    straighten,
    simplify_values,
    drop_parameters,
    unroll,
)
