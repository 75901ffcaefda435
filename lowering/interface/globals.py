"""Text edits on the flat function: globals that become parameters of it, address spaces that become plain memory.

A constant expression over such a global becomes an instruction at the start of the function, where it dominates all uses.
"""

from __future__ import annotations

import re

from gpucc.lowering.interface.calls import GLOBAL_ID
from gpucc.lowering.interface.prepare import FLAT
from gpucc.lowering.reader.tokens import bare_name

NAME = r'(?:"[^"]*"|[-\w.$]+)'
HEADER = re.compile(rf"^define (?:dso_local )?(.*)@{re.escape(FLAT)}\(.*\{{$")
PERSONALITY = re.compile(rf" (personality ptr @{NAME})")
UNWINDING = re.compile(r"^  .*\b(landingpad|cleanuppad|catchpad|catchswitch|resume)\b")
DEFINED = re.compile(rf"^@({NAME}) = ")
DECLARED = re.compile(rf"^declare .*@({NAME})\(")
POINTER = re.compile(r"\bptr addrspace\((\d+)\)")
SPACE = re.compile(r"\baddrspace\((\d+)\) ")
MANGLED = re.compile(r"@llvm\.[\w.]*\.p\d[\w.]*")
MANGLED_SPACE = re.compile(r"\.p(\d+)(?=\.|$)")
SAME_CAST = re.compile(r"\baddrspacecast ptr (\S+) to ptr(?=,|$)")
SAME_CONSTANT = re.compile(rf"\baddrspacecast \(ptr (@{NAME}|[^()]*\([^()]*\)) to ptr\)")
# an innermost constant expression: nothing in it is one
EXPRESSION = re.compile(r"\b(getelementptr(?: inbounds| nusw| nuw)*|addrspacecast|bitcast|ptrtoint) \(([^()]*)\)")
LABEL = re.compile(rf"^{NAME}:")
LINKAGE = re.compile(r"^(@\S+ = ).*?\b(?:global|constant) ")


def plain_spaces(lines: list[str], kept: set[int]) -> list[str]:
    """The module with the pointers of every address space but the kept ones in the plain one."""

    def pointer(found: re.Match[str]) -> str:
        return found[0] if int(found[1]) in kept else "ptr"

    def mangled(found: re.Match[str]) -> str:
        return MANGLED_SPACE.sub(lambda part: part[0] if int(part[1]) in kept else ".p0", found[0])

    declared: set[str] = set()
    done: list[str] = []
    for line in lines:
        if line[:1] != "!" and ("addrspace" in line or ".p" in line):
            line = MANGLED.sub(mangled, POINTER.sub(pointer, line))
            if line[:1] == "@":
                line = SPACE.sub(lambda found: found[0] if int(found[1]) in kept else "", line, count=1)
            line = SAME_CONSTANT.sub(r"\1", SAME_CAST.sub(r"bitcast ptr \1 to ptr", line))
        if (found := DECLARED.match(line)) is not None:
            if found[1] in declared:
                continue
            declared.add(found[1])
        done.append(line)
    return done


def move_globals(lines: list[str], parameters: list[str], moved: list[str], initial: set[str]) -> list[str]:
    """The module whose flat function takes `moved` globals behind its `parameters`; those of `initial` stay as constants."""
    places = {name: f"%gpucc.g{k}" for k, name in enumerate(moved)}
    done: list[str] = []
    inside = False
    start = 0
    hoisted: dict[str, str] = {}
    for line in lines:
        if found := DEFINED.match(line):
            name = bare_name("@" + found[1])
            if name in places:
                if name in initial:
                    done.append(LINKAGE.sub(r"\1internal constant ", line))
                continue
        elif header := HEADER.match(line):
            inside = True
            inner = ", ".join([*parameters, *(f"ptr {place}" for place in places.values())])
            personality = PERSONALITY.search(line) if any(UNWINDING.match(one) for one in lines) else None
            line = f"define internal {header[1]}@{FLAT}({inner}) alwaysinline{personality[0] if personality else ''} {{"
            start = len(done) + 1
        elif line.startswith("}"):
            inside = False
        elif inside and "@" in line and line.startswith("  "):
            line = _replace(line, places, hoisted)
        done.append(line)
    if hoisted and LABEL.match(done[start]):
        start += 1
    return [*done[:start], *(f"  {name} = {text}" for text, name in hoisted.items()), *done[start:]]


def _replace(line: str, places: dict[str, str], hoisted: dict[str, str]) -> str:
    replaced = _replace_names(line, places)
    if replaced == line:
        return line
    while True:
        found = next((one for one in EXPRESSION.finditer(replaced) if "%gpucc." in one[2]), None)
        if found is None:
            return replaced
        if found[1] == "addrspacecast":
            name = found[2].split()[-3]
        else:
            name = hoisted.setdefault(f"{found[1]} {found[2]}", f"%gpucc.c{len(hoisted)}")
        replaced = replaced[: found.start()] + name + replaced[found.end() :]


def _replace_names(line: str, places: dict[str, str]) -> str:
    return re.sub(rf"@({NAME})", lambda found: places.get(bare_name("@" + found[1]), found[0]), line)


def define_global_id(lines: list[str]) -> list[str]:
    """Each invocation sees only its own element, so its id is 0."""
    done: list[str] = []
    for line in lines:
        found = DECLARED.match(line)
        if found is None or bare_name("@" + found[1]) not in GLOBAL_ID:
            done.append(line)
            continue
        head = re.match(rf"^declare (?:[\w ]*?)(i\d+) @({NAME})\((i\d+)?", line)
        if head is None:
            done.append(line)
            continue
        parameter = f"{head[3]} %0" if head[3] else ""
        done += [f"define internal {head[1]} @{head[2]}({parameter}) alwaysinline {{", f"  ret {head[1]} 0", "}"]
    return done
