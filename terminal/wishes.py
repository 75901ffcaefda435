"""Options of the command line, checked before any work is done."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.errors import GpuccError, InputError, Location, UsageError
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.terminal.depends import DependWishes
from gpucc.terminal.outputs import refuse_compiled

STDIN = "<stdin>"
NO_NOTES: Mapping[str, str] = {}
# the largest input that is read
MOST_BYTES = 1 << 28
# the options that the readers of sources have, too
READ = frozenset(one.name for one in fields(driver.Reading))
# those that only the front ends of shading languages have
FRONT_END = frozenset({"define", "include", "matrices", "strict_es", "math", "android"})
MACRO = re.compile(r"[A-Za-z_]\w*(?:\([\w\s,]*\))?")
COMMANDS = (
    "compile", "batch", "verify", "explain", "serve", "run", "render", "asm", "disasm", "picasso", "mesa-cache",
    "selftest", "isas", "cost", "reduce", "bisect", "campaign",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of compilation, shared by all commands that take a source."""

    entries: tuple[str, ...] = ()
    stage: Stage | None = None
    level: int = 2
    bind: tuple[str, ...] = ()
    target: dict[str, str] = field(default_factory=dict)
    math: str = "glsl"
    arithmetic: str = "default"
    android: str = "skia-m144"
    half: bool = False
    include_anywhere: bool = False
    strict_es: bool = False
    prefer: str = "speed"
    effort: int = 100
    time_limit: float | None = None
    derive: bool = False
    assume: tuple[str, ...] = ()
    demote_doubles: bool = False
    sampler: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    language: str | None = None
    matrices: str = "columns"

    @property
    def entry(self) -> str | None:
        return self.entries[0] if self.entries else None

    def arguments(self) -> dict[str, Any]:
        """The options as keyword arguments of `driver.compile`, without the entry."""
        given = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "entries"}
        given["opt"] = given.pop("level")
        return given

    def reading(self) -> driver.Reading:
        """The options for reading sources."""
        return driver.Reading(**{one.name: getattr(self, one.name) for one in fields(self) if one.name in READ})

    def translated(self) -> Choices:
        """The options for a source that a front end has made LLVM IR of, without those for the front end."""
        usual: dict[str, Any] = {one.name: one.default for one in fields(self) if one.name in FRONT_END}
        return replace(self, language="ir", **usual)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options for the output of compiled programs."""

    output: str | None = None
    emit: str | None = None
    lanes: int | None = 256
    stats: bool = False
    explain: bool = False
    werror: bool = False
    quiet: bool = False
    allow_unverified: bool = False
    disable: tuple[str, ...] = ()
    stop_after: str | None = None
    only_changed: bool = False
    link_move: bool = False
    depends: DependWishes | None = None
    # the folder of the cache, and whether programs are called after the whole names of their inputs
    cache: Path | None = None
    whole_names: bool = False

    @property
    def cacheable(self) -> bool:
        """Whether the outputs are all that is wanted, and not the stages on the way."""
        return not (self.explain or self.stop_after)

    @property
    def judged(self) -> tuple[object, ...]:
        """The options that decide what is made, and whether it is accepted."""
        return self.lanes, self.stats, self.allow_unverified, self.disable, self.link_move


@dataclass(frozen=True, slots=True)
class GivenSource:
    """One input: a path, or the contents of standard input; `modules` are further ones, which define what it calls."""

    data: Path | bytes
    name: str
    modules: tuple[Path | bytes, ...] = ()

    @property
    def whole(self) -> Path | bytes | list[Path | bytes]:
        """The input as the driver takes it."""
        return [self.data, *self.modules] if self.modules else self.data

    @property
    def label(self) -> str:
        return Path(self.name).stem if isinstance(self.data, Path) else "shader"


@contextmanager
def placed(source: GivenSource) -> Iterator[None]:
    """Attach the source's name to errors in it that have no place."""
    try:
        yield
    except GpuccError as error:
        if not error.location and error.exit_code == 1:
            error.location = Location(source.name)
        raise
    except RecursionError:
        raise InputError("the input is nested too deeply", Location(source.name)) from None
    except MemoryError:
        raise InputError("the input needs more memory than there is", Location(source.name)) from None


# checks of the command line -------------------------------------------------------------------------------------------


def check_isa(name: str, more: tuple[str, ...] = (), family: bool = False) -> None:
    """Refuse a name that no target has; with `family` it may be that of a family. `more` are further words that the
    option accepts."""
    if name in more or (family and driver.family_named(name)) or driver.is_known(name):
        return
    known = (*driver.isas(), *(driver.families() if family else ()), *more)
    close = get_close_matches(name.lower(), known, 1, 0.5)
    hint = f"did you mean {close[0]!r}? " if close else ""
    problem = f"there is no target {name!r}" if name else "no target: say --isa X"
    raise UsageError(problem, notes=(f"{hint}targets: {', '.join(known)}",))


def pairs(option: str, words: Sequence[str]) -> dict[str, str]:
    """Parse KEY=VALUE words to a dictionary."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals):
            raise UsageError(f"{option} takes NAME=VALUE, not {word!r}")
        if found.get(key, value) != value:
            raise UsageError(f"{option} gives {key!r} twice: {found[key]!r} and {value!r}")
        found[key] = value
    return found


def macros(words: Sequence[str]) -> tuple[str, ...]:
    """The macros of -D; a name has one value."""
    found: dict[str, str] = {}
    for word in words:
        name = word.partition("=")[0].strip()
        if not MACRO.fullmatch(name) or "\n" in word:
            raise UsageError(f"-D takes NAME or NAME=VALUE, not {word!r}")
        if found.setdefault(name, word) != word:
            raise UsageError(f"-D gives {name} twice: {found[name]!r} and {word!r}")
    return tuple(found.values())


def folders(words: Sequence[str]) -> tuple[str, ...]:
    """The folders of -I."""
    for word in words:
        if not os.path.isdir(word):
            raise UsageError(f"-I {word!r}: there is no such folder")
    return tuple(words)


def lanes_to_verify(lanes: int | None, never: bool) -> int | None:
    if never and lanes is not None:
        raise UsageError("--verify and --no-verify contradict each other")
    return None if never else lanes or 256


def stage_named(word: str | None) -> Stage | None:
    match word:
        case None | "vertex" | "fragment" | "geometry":
            return word
    raise UsageError(f"there is no stage {word!r}", notes=("stages: vertex, fragment, geometry",))


def stage_to_stop_after(word: str | None, known: Sequence[str]) -> str | None:
    """The name of the stage in the driver; the user may write hyphens for its spaces."""
    if word is None:
        return None
    name = word.replace("-", " ")
    if name not in known:
        close = get_close_matches(name, known, 1)
        hint = (f"did you mean {_hyphened(close[0])!r}?",) if close else ()
        raise UsageError(
            f"there is no stage {word!r} to stop after", notes=(*hint, f"stages: {', '.join(map(_hyphened, known))}")
        )
    return name


def _hyphened(name: str) -> str:
    return name.replace(" ", "-")


def check_word(option: str, word: str, known: Sequence[str], other: Mapping[str, str] = NO_NOTES) -> None:
    """Refuse a word that the option does not take; `other` are notes about words that mean one of those."""
    if word not in known:
        notes = (other[word],) if word in other else ()
        raise UsageError(f"{option} cannot be {word!r}", notes=(*notes, f"choices: {', '.join(known)}"))


def read_source(word: str) -> GivenSource:
    """A readable file, or the contents of standard input."""
    if word == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b""
        if len(data) > MOST_BYTES:
            raise _too_large(STDIN)
        return GivenSource(data, STDIN)
    return GivenSource(readable(word), word)


def assembly_of(source: GivenSource, other: str = "") -> str:
    """The text of assembly, without a byte order mark; `other` is the encoding of what is not UTF-8."""
    data = source.data if isinstance(source.data, bytes) else source.data.read_bytes()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("this text is UTF-16", Location(source.name), ("save it as UTF-8",))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if other:
            return data.decode(other)
        raise InputError(f"not assembly: byte {error.start} is not UTF-8 text", Location(source.name)) from error


def read_shader(word: str, language: str | None = None) -> GivenSource:
    """As `read_source`, for a command that compiles: a compiled program is refused, unless a `language` is named."""
    source = read_source(word)
    if word != "-" and language is None:
        refuse_compiled(word)
    return source


def readable(word: str) -> Path:
    """The path of a file that can be opened; otherwise the command line is wrong."""
    if not word:
        raise UsageError("cannot read '': the name is empty", notes=("- is standard input",))
    try:
        path = Path(word)
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            if stat.S_ISBLK(found.st_mode) or (stat.S_ISCHR(found.st_mode) and not _ends(file.fileno())):
                raise UsageError(f"cannot read {word!r}: it is a device, not a file")
            if found.st_size > MOST_BYTES:
                raise _too_large(word)
            return path
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot read {word!r}: {reason}", notes=_missing_notes(word)) from error


def _ends(device: int) -> bool:
    """Return whether reading from a device ends: terminals and the null device do."""
    return os.isatty(device) or os.fstat(device).st_rdev == os.stat(os.devnull).st_rdev


def _too_large(name: str) -> UsageError:
    return UsageError(
        f"cannot read {name!r}: it is larger than {MOST_BYTES >> 20} MiB", notes=("no program is as large as that",)
    )


def beside(word: str, manifest: str | None) -> list[str]:
    """The file from which a compiled program's manifest is read: the given one, else the file beside the program."""
    if manifest:
        return [manifest]
    return [] if word == "-" else [os.path.splitext(word)[0] + ".json"]


def _missing_notes(word: str) -> tuple[str, ...]:
    close = get_close_matches(word, COMMANDS, 1, 0.75)
    return (
        (f"if you meant the command {close[0]!r}: it comes first", "gpucc --help lists the commands") if close else ()
    )
