"""Finds the loops in LLVM IR text and readies them for full unrolling by LLVM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LABEL = re.compile(r'^([-\w.$]+|"[^"]*"):')
TARGET = re.compile(r'label %([-\w.$]+|"[^"]*")')
ATTACHED = re.compile(r", !llvm\.loop !\d+")
NODE = re.compile(r"^!(\d+) = ", re.MULTILINE)
PHI_ENTRY = re.compile(r'\[ (.*?), (%(?:"[^"]*"|[-\w.$]+)) \]')
TERMINATORS = ("  br ", "  switch ", "  indirectbr ", "  ret ", "  unreachable", "  resume ")
MORE_TARGETS = ("    ", "  ]")
BOTH = re.compile(r"^  (%\S+) = (?:and i1 (%\S+), (%[^\s,]+)|select i1 (%\S+), i1 (%\S+), i1 false)(?=,|$)")
EITHER = re.compile(r"^  (%\S+) = (?:or(?: disjoint)? i1 (%\S+), (%[^\s,]+)|select i1 (%\S+), i1 true, i1 (%[^\s,]+))(?=,|$)")
BRANCH = re.compile(r'^  br i1 (%\S+), label (%(?:[-\w.$]+|"[^"]*")), label (%(?:[-\w.$]+|"[^"]*"))(.*)$')


@dataclass(slots=True)
class _Block:
    """The label stands on line `first` (0 for an entry without one), the terminator on lines `start` to `last`."""

    name: str
    first: int = 0
    targets: list[str] = field(default_factory=list)
    start: int = 0
    last: int = 0


def mark_for_unrolling(text: str) -> str:
    """The text with `llvm.loop.unroll.enable` on every back edge, replacing what the loop's metadata said before.

    LLVM then unrolls fully what comes to at most 16,384 instructions. With `unroll.full` it would unroll a million trips.
    """
    lines = text.split("\n")
    edges = _back_edges(lines)
    if not edges:
        return text
    lines = [ATTACHED.sub("", line) if "!llvm.loop" in line else line for line in lines]
    free = max((int(found) for found in NODE.findall(text)), default=-1) + 1
    nodes: dict[tuple[int, str], int] = {}
    for header, line in edges:
        number = nodes.setdefault(header, free + 1 + len(nodes))
        lines[line] += f", !llvm.loop !{number}"
    lines.append(f'!{free} = !{{!"llvm.loop.unroll.enable"}}')
    lines.extend(f"!{number} = distinct !{{!{number}, !{free}}}" for number in nodes.values())
    return "\n".join(lines) + "\n"


def merge_latches(text: str) -> str:
    """The text with one way back to the head of every loop. LLVM takes several, as `continue` makes, for nested loops."""
    lines = text.split("\n")
    edits: dict[int, list[str]] = {}
    count = 0
    for blocks in _functions(lines):
        back: dict[str, list[_Block]] = {}
        for header, block in _walk(blocks):
            back.setdefault(header, []).append(block)
        places = {block.name: block for block in blocks}
        for header, latches in back.items():
            if len(latches) > 1 and len({block.name for block in latches}) == len(latches) and places[header].first:
                count += 1
                _merge(lines, places[header], latches, f"gpucc.latch.{count}", edits)
    return "\n".join(line for i, old in enumerate(lines) for line in (*edits.get(i, ()), old)) if edits else text


def _merge(lines: list[str], header: _Block, latches: list[_Block], name: str, edits: dict[int, list[str]]) -> None:
    """Adds block `name` before the header; the latches jump there, and the header's phis come from there."""
    block = ["", f"{name}:"]
    wanted = {f"%{latch.name}" for latch in latches}
    at = header.first + 1
    while " = phi " in lines[at]:
        entries = [(found[0], found[1]) for found in PHI_ENTRY.findall(lines[at])]
        head = lines[at][: lines[at].index("[ ")]
        mine = [entry for entry in entries if entry[1] in wanted]
        value = f"%{name}.{at - header.first}"
        block.append(f"  {value} = phi {head.partition(' = phi ')[2]}{_entries(mine)}")
        rest = [entry for entry in entries if entry[1] not in wanted]
        lines[at] = f"{head}{_entries([*rest, (value, f'%{name}')])}{lines[at][lines[at].rindex(' ]') + 2 :]}"
        at += 1
    block.append(f"  br label %{header.name}")
    edits[header.first] = block
    back = re.compile(rf"label %{re.escape(header.name)}(?![-\w.$])")
    for latch in latches:
        for i in range(latch.start, latch.last + 1):
            lines[i] = back.sub(f"label %{name}", lines[i])


def _entries(entries: list[tuple[str, str]]) -> str:
    return ", ".join(f"[ {value}, {block} ]" for value, block in entries)


def unmark(text: str) -> str:
    """The text without metadata about loops."""
    return ATTACHED.sub("", text) if "!llvm.loop" in text else text


def split_conditions(text: str) -> str:
    """Turns branches on `a and b`, `a or b` into two branches each, as they stood before LLVM merged them.

    LLVM counts the trips of a loop exit by exit: `i < 16` alone is countable, `i < 16 and z < 4` is not.
    """
    lines = text.split("\n")
    start = 0
    while start < len(lines):
        if lines[start].startswith("define "):
            end = next(i for i in range(start, len(lines)) if lines[i].startswith("}"))
            body = _split_function(lines[start:end])
            lines[start:end] = body
            start += len(body)
        start += 1
    return "\n".join(lines)


def _split_function(lines: list[str]) -> list[str]:
    merged: dict[str, tuple[str, str, bool]] = {}
    for line in lines:
        for pattern, both in ((BOTH, True), (EITHER, False)):
            if found := pattern.match(line):
                first, second = [name.rstrip(",") for name in found.groups()[1:] if name]
                merged[found[1]] = (first, second, both)
    done: list[str] = []
    label = ""
    count = 0
    pending = lines[::-1]
    while pending:
        line = pending.pop()
        if found := LABEL.match(line):
            label = found[1]
        branch = BRANCH.match(line)
        if branch is None or branch[1] not in merged or branch[2] == branch[3] or not label:
            done.append(line)
            continue
        first, second, both = merged[branch[1]]
        count += 1
        new = f"gpucc.split.{label.strip(chr(34))}.{count}"
        new = f'"{new}"' if label.startswith('"') else new
        then, otherwise = (f"%{new}", branch[3]) if both else (branch[2], f"%{new}")
        done.append(f"  br i1 {first}, label {then}, label {otherwise}")
        _add_predecessor(done, pending, label, new, moved=branch[2] if both else branch[3], kept=branch[3] if both else branch[2])
        pending += [f"  br i1 {second}, label {branch[2]}, label {branch[3]}{branch[4]}", f"{new}:"]
    return done


def _add_predecessor(done: list[str], pending: list[str], old: str, new: str, moved: str, kept: str) -> None:
    """Block `moved` is now reached from `new` instead of `old`, block `kept` from both; their phis must say so."""
    entry = re.compile(r"\[ ([^][]*|[^][]*\[.*\][^][]*), %" + re.escape(old) + r" \]")
    for lines in (done, pending):
        label = ""
        for i in range(len(lines)) if lines is done else range(len(lines) - 1, -1, -1):
            if found := LABEL.match(lines[i]):
                label = f"%{found[1]}"
            elif label in (moved, kept) and " = phi " in lines[i]:
                again = r"[ \1, %" + new + " ]" if label == moved else r"[ \1, %" + old + r" ], [ \1, %" + new + " ]"
                lines[i] = entry.sub(again, lines[i])


def count_loops(text: str) -> int:
    """The number of back edges."""
    return len(_back_edges(text.split("\n")))


def _back_edges(lines: list[str]) -> list[tuple[tuple[int, str], int]]:
    """((function, header), line of the terminator) for every edge to a block on the path that a depth-first walk came by."""
    edges: list[tuple[tuple[int, str], int]] = []
    for number, blocks in enumerate(_functions(lines)):
        # every terminator is marked once: a block that jumps back to two headers belongs to the inner loop
        marked: set[int] = set()
        for header, block in _walk(blocks):
            if block.last not in marked:
                marked.add(block.last)
                edges.append(((number, header), block.last))
    return edges


def _walk(blocks: list[_Block]) -> Iterator[tuple[str, _Block]]:
    by_name = {block.name: block for block in blocks}
    path: set[str] = set()
    done: set[str] = set()
    stack = [(blocks[0], 0)]
    path.add(blocks[0].name)
    while stack:
        block, i = stack.pop()
        if i == len(block.targets):
            path.discard(block.name)
            done.add(block.name)
            continue
        stack.append((block, i + 1))
        target = block.targets[i]
        if target in path:
            yield target, block
        elif target not in done:
            path.add(target)
            stack.append((by_name[target], 0))


def _functions(lines: list[str]) -> Iterator[list[_Block]]:
    blocks: list[_Block] | None = None
    open_terminator = False
    for number, line in enumerate(lines):
        if line.startswith("define "):
            blocks = [_Block("")]
        elif blocks is None:
            continue
        elif line.startswith("}"):
            yield blocks
            blocks = None
        elif line.startswith(TERMINATORS) or (open_terminator and line.startswith(MORE_TARGETS)):
            blocks[-1].targets += TARGET.findall(line)
            blocks[-1].start = blocks[-1].start or number
            blocks[-1].last = number
            open_terminator = line.endswith("[") or line.startswith("    ")
        elif found := LABEL.match(line):
            if blocks[0].last:
                blocks.append(_Block(found[1], number))
            else:
                blocks[0] = _Block(found[1], number)
            open_terminator = False
        elif line.startswith("  ") and "invoke " in line:
            open_terminator = True
            blocks[-1].start = blocks[-1].last = number
