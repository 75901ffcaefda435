"""Programs as files: formats by file ending, and writing that leaves either a whole file or none.

A format is one row of `KINDS`; modules specific to a target are imported when a format needs them. All files that gpucc
writes go through `write_files`.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from gpucc.emit import header, manifest, schedule
from gpucc.errors import GpuccError, UsageError
from gpucc.program import Program
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class OutputKind:
    """One format of an output.

    `make` is None for assembly, which the target's own printer makes. A format that is not `shared` holds code of the
    targets that list it in their records. `fitted` formats for a terminal with this number of columns, if the width
    matters. A file that begins with `magic` holds a whole program, which `read` returns from its bytes and its name.
    `bare` reads code without its manifest, where the code alone shows what it reads and writes. `stem` is the name that
    a file has to have, if not every name will do, from the one that it would have.
    """

    name: str
    endings: tuple[str, ...]
    what: str
    make: Callable[[Program, str], str | bytes] | None
    binary: bool = False
    shared: bool = False
    magic: bytes = b""
    read: Callable[[bytes, str], Program] | None = None
    bare: Callable[[bytes, str], Program] | None = None
    fitted: Callable[[Program, str, int], str] | None = None
    stem: Callable[[str], str] | None = None


def _code(program: Program, name: str) -> bytes:
    return program.code


def _source(program: Program, name: str) -> bytes:
    return _marked(program, program.code.decode("utf-8", "backslashreplace")).encode("utf-8", "backslashreplace")


def _marked(program: Program, text: str) -> str:
    """Return the text with a comment in front if the program is not verified, in the comment syntax of its first
    line.
    """
    verified = program.verified or {}
    if verified.get("verdict") != "unverified":
        return text
    mark = next((mark for mark in (";", "#") if text.startswith(mark)), "//")
    return (
        f"{mark} NOT VERIFIED: only {verified['compared']} of {verified['lanes']} lanes could be compared with the"
        f" source\n{text}"
    )


def _mbs(program: Program, name: str) -> bytes:
    from gpucc.emit import lima_pp_mbs, lima_vp

    return lima_pp_mbs.to_mbs(program) if program.stage == "fragment" else lima_vp.to_mbs(program)


def _mesa(program: Program, name: str) -> bytes:
    from gpucc.emit import mesa

    return mesa.shader_of(program).packed()


def _read_mbs(data: bytes, name: str) -> Program:
    from gpucc.emit import lima_pp_mbs, lima_vp, mbs

    return (
        lima_pp_mbs.from_mbs(data, name) if mbs.read(data, name).stage == "fragment" else lima_vp.from_mbs(data, name)
    )


def _read_shbin(data: bytes, name: str) -> Program:
    from gpucc.emit import pica200_program

    return pica200_program.from_shbin(data, name)


def _header(program: Program, name: str) -> str:
    holds = next((kind for kind in (MBS, SHBIN) if program.code.startswith(kind.magic)), None)
    return header.write(program, name, holds.read(program.code, name) if holds is not None and holds.read else None)


def _glsl2agal(program: Program, name: str) -> str:
    from gpucc.emit import glsl2agal

    return glsl2agal.write(program)


def _haxe(program: Program, name: str) -> str:
    from gpucc.emit import haxe

    return haxe.write(program, name)


def _actionscript(program: Program, name: str) -> str:
    from gpucc.emit import actionscript

    return actionscript.write(program, name)


def _class_name(stem: str) -> str:
    from gpucc.emit.classes import class_name

    return class_name(stem)


def _bare_agal(data: bytes, name: str) -> Program:
    from gpucc.emit import agal_program

    return agal_program.from_agal(data, name)


ASM = OutputKind("asm", (".s", ".asm"), "assembly", None, shared=True)
# the code alone, of targets whose code is a program without more (`Target.raw`)
BIN = OutputKind("bin", (".bin",), "raw code", _code, binary=True, shared=True)
AGAL = OutputKind("agal", (".agal",), "AGAL bytecode", _code, binary=True, bare=_bare_agal)
GLSL2AGAL = OutputKind("glsl2agal", (".out",), "JSON as glsl2agal writes it", _glsl2agal)
HAXE = OutputKind("hx", (".hx",), "class of Haxe", _haxe, stem=_class_name)
ACTIONSCRIPT = OutputKind("as", (".as",), "class of ActionScript", _actionscript, stem=_class_name)
AGSL = OutputKind("agsl", (".agsl",), "AGSL source", _source)
MBS = OutputKind(
    "mbs", (".mbs",), "MBS1, the container of ARM's compiler", _mbs, binary=True, magic=b"MBS1", read=_read_mbs
)
MESA = OutputKind("mesa", (".mesa",), "what Mesa 25.0.7 keeps of a program: state, code, constants", _mesa, binary=True)
SHBIN = OutputKind("shbin", (".shbin",), "SHBIN container", _code, binary=True, magic=b"DVLB", read=_read_shbin)
JSON = OutputKind(
    "json",
    (".json",),
    "manifest: code, constants and interface",
    lambda program, name: manifest.write(program),
    shared=True,
)
HEADER = OutputKind("h", (".h",), "C header: code, constants and register numbers", _header, shared=True)
SCHEDULE = OutputKind(
    "schedule",
    (".txt",),
    "schedule: a table of instructions and units",
    schedule.schedule_text,
    shared=True,
    fitted=schedule.schedule_text,
)
KINDS = (ASM, BIN, AGAL, GLSL2AGAL, HAXE, ACTIONSCRIPT, AGSL, MBS, MESA, SHBIN, JSON, HEADER, SCHEDULE)
# formats besides `KINDS`, which a function returns because they are looked for only if no other fits
MoreKinds = Callable[[], Sequence[OutputKind]]


# the file endings that `gpucc explain` writes
PAGES = (".html", ".htm")


def kind_named(name: str, others: tuple[str, ...] = (), more: MoreKinds = tuple) -> OutputKind:
    """Return the format with the name given to `--emit`. The caller accepts the names `others`, too."""
    for kind in KINDS:
        if kind.name == name:
            return kind
    found = more()
    for kind in found:
        if kind.name == name:
            return kind
    names = [*(kind.name for kind in (*KINDS, *found)), *others]
    close = get_close_matches(name, names, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise UsageError(f"there is no output format {name!r}", notes=(f"{hint}formats: {', '.join(names)}",))


def kind_of(path: str | os.PathLike[str], more: MoreKinds = tuple) -> OutputKind:
    """Return the format for a file's ending; a device or a pipe without one gets what a terminal gets."""
    ending = Path(path).suffix.lower()
    if not ending and _is_special(Path(path)):
        return ASM
    for kind in KINDS:
        if ending in kind.endings:
            return kind
    found = more()
    for kind in found:
        if ending in kind.endings:
            return kind
    endings = ", ".join(ending for kind in (*KINDS, *found) for ending in kind.endings)
    what = (
        f"the ending {ending!r} of {str(path)!r} stands for no"
        if ending
        else f"{str(path)!r} has no ending that stands for an"
    )
    notes: tuple[str, ...] = (f"endings: {endings}; or name the format with --emit",)
    if ending in PAGES:
        notes = (f"gpucc explain writes pages: gpucc explain INPUT --isa X -o {Path(path).name}", *notes)
    raise UsageError(f"{what} output format", notes=notes)


def check_stem(path: Path, kind: OutputKind | None) -> None:
    """Refuse a name that a file of this format cannot have."""
    if kind is not None and kind.stem is not None and path.stem != (wanted := kind.stem(path.stem)):
        raise UsageError(
            f"a {kind.what} is named after its file, and cannot be called {path.stem!r}",
            notes=(f"-o {path.with_name(wanted + path.suffix)}",),
        )


def contents(
    program: Program, kind: OutputKind, print_program: Callable[[Program], str], name: str = "", width: int = 0
) -> bytes:
    """Return the bytes of an output file. `print_program` is the target's printer, `name` the program's name in formats
    that have one, `width` that of a terminal.
    """
    name = name or program.entry
    if kind.fitted is not None:
        made: str | bytes = kind.fitted(program, name, width)
    elif kind.make is None:
        made = _marked(program, print_program(program))
    else:
        made = kind.make(program, name)
    return made if isinstance(made, bytes) else made.encode("utf-8", "backslashreplace")


def check_target(path: Path, inputs: Iterable[os.stat_result] = ()) -> None:
    """Refuse early what `write_files` would refuse after all the work, and outputs that are one of the inputs.

    The former are a missing folder, a folder in place of a file, and an impossible name. An input is recognised by its
    file status, under any name or link.
    """
    folder = path.parent
    parent, known = _status(folder), _status(path)
    if parent is None or not stat.S_ISDIR(parent.st_mode):
        what = "is not a folder" if parent else "does not exist"
        raise UsageError(
            f"cannot write {str(path)!r}: the folder {str(folder)!r} {what}", notes=("gpucc makes no folders",)
        )
    if known is not None and stat.S_ISDIR(known.st_mode):
        raise UsageError(f"cannot write {str(path)!r}: it is a folder")
    if known is not None and stat.S_ISREG(known.st_mode) and any(os.path.samestat(known, one) for one in inputs):
        raise UsageError(f"cannot write {str(path)!r}: it is the input", notes=("give the output another name",))


def _status(path: Path) -> os.stat_result | None:
    """Return the status of a file, or None if there is none; a name that cannot exist is an error."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot write {str(path)!r}: {reason}") from error


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write all files, or leave every old one as it was.

    All new contents are on the disk, under other names in the same folders, before the first rename.
    """
    staged: list[tuple[Path, Path]] = []
    current = Path()
    try:
        for current, data in files.items():
            check_target(current)
            if _is_special(current):
                current.write_bytes(data)
            else:
                target = Path(os.path.realpath(current))
                staged.append((_beside(target), target))
                _fill(staged[-1][0], target, data)
        while staged:
            current = staged[0][1]
            os.replace(*staged[0])
            del staged[0]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GpuccError(f"cannot write {str(current)!r}: {reason}") from error
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def _is_special(path: Path) -> bool:
    """Return whether the path is a device or a pipe, which a rename would replace instead of writing to it."""
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)


def _beside(target: Path) -> Path:
    return target.parent / f".gpucc-{secrets.token_hex(8)}.tmp"


def _fill(temporary: Path, target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    with open(temporary, "xb") as file:
        file.write(data)
    if mode is not None:
        temporary.chmod(mode)
