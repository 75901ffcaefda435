"""The user's description of the interface: `--bind NAME=kind:N`, or the metadata `!gpucc.interface` with the same
content.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpucc.errors import GpuccError, InputError, Location, UsageError
from gpucc.isa.model import SamplerState
from gpucc.records import dataclass

KINDS = ("input", "uniform", "output", "inout", "sampler")
BUILTINS = {
    "gl_Position": ("vertex", "output"),
    "gl_PointSize": ("vertex", "output"),
    "gl_FragColor": ("fragment", "output"),
    "gl_FragDepth": ("fragment", "output"),
    "gl_FragCoord": ("fragment", "input"),
    "gl_PointCoord": ("fragment", "input"),
    "gl_FrontFacing": ("fragment", "input"),
    "gl_FBColor": ("fragment", "input"),
    "gl_FBDepth": ("fragment", "input"),
}
# further roles of an output, for targets whose rasteriser distinguishes them
ROLES = frozenset(
    (
        "normalquat nquat color clr texcoord0 tcoord0 texcoord0w tcoord0w texcoord1 tcoord1 texcoord2 tcoord2 "
        "view dummy"
    ).split()
)
# the banks of uniforms are numbered in one sequence
BANKS = {"c": 0, "i": 96, "b": 104}
FILTERS = ("nearest", "linear", "anisotropic2x", "anisotropic4x", "anisotropic8x", "anisotropic16x")
MIPS = ("nomip", "mipnone", "mip", "mipnearest", "miplinear")
WRAPS = ("clamp", "repeat", "wrap", "mirror", "clamp_u_repeat_v", "repeat_u_clamp_v")
FORMATS = ("rgba", "dxt1", "dxt5", "video")
SPECIALS = ("centroid", "single", "ignoresampler")
SAME = {"mipnone": "nomip", "wrap": "repeat", "mip": "miplinear"}
SYNTAX = "write NAME=input:N, uniform:N, output:N, inout:N or sampler:N; NAME is a parameter, a global, argK or retK"


@dataclass(frozen=True, slots=True)
class Bind:
    """One binding. `register` and `builtin` are None where gpucc may choose the number. `size` counts the registers of
    a uniform array.
    """

    name: str
    kind: str
    register: int | None = None
    builtin: str | None = None
    size: int | None = None
    sampler: SamplerState | None = None
    given: str = "--bind"


def read_binds(
    binds: Sequence[str], metadata: Iterable[tuple[object, ...]], file: str, samplers: Iterable[str] = ()
) -> dict[str, Bind]:
    """Return the binds by name; the command line takes precedence over the module's metadata. `samplers` are states of
    samplers, NAME=WORDS, which leave the registers as they are."""
    found: dict[str, Bind] = {}
    for node in metadata:
        bind = _from_metadata(node, file)
        if bind.name in found:
            raise InputError(f"!gpucc.interface describes {bind.name} twice", Location(file))
        found[bind.name] = bind
    given: set[str] = set()
    for text in binds:
        bind = _from_text(text)
        if bind.name in given:
            raise UsageError(f"--bind {text}: {bind.name} is bound twice")
        given.add(bind.name)
        found[bind.name] = bind
    stated: dict[str, str] = {}
    for text in samplers:
        name, _, words = text.partition("=")
        if not name.strip() or not words.strip():
            raise UsageError(f"--sampler takes NAME=WORD,.., not {text!r}")
        bind = found.get(name) or Bind(name, "sampler", given=f"--sampler {text}")
        if stated.setdefault(name, words) != words or bind.kind != "sampler":
            what = "twice" if bind.kind == "sampler" else f"though it is an {bind.kind}"
            raise UsageError(f"--sampler {text}: {name} is described {what}")
        found[name] = replace(bind, sampler=read_sampler(words, f"--sampler {text}"))
    return found


def _from_text(text: str) -> Bind:
    name, equals, rest = text.partition("=")
    kind, _, rest = rest.partition(":")
    if not equals or not name.strip():
        raise UsageError(f"--bind {text}: the {'name' if equals else 'kind'} is missing", notes=(SYNTAX,))
    number, _, detail = rest.partition(":")
    return _make(name.strip(), kind.strip(), number.strip(), detail.strip(), f"--bind {text}", UsageError)


def _from_metadata(node: tuple[object, ...], file: str) -> Bind:
    shown = ", ".join(f'"{part}"' if isinstance(part, str) else str(part) for part in node)
    if not 2 <= len(node) <= 4 or not isinstance(node[0], str) or not isinstance(node[1], str):
        notes = ('an entry is !{!"NAME", !"input", i32 N}, for a sampler with its state as a fourth string',)
        raise InputError(f"!gpucc.interface: cannot read the entry !{{{shown}}}", Location(file), notes)
    number = "" if len(node) < 3 or node[2] is None else str(node[2])
    detail = str(node[3]) if len(node) > 3 else ""
    return _make(node[0], node[1], number, detail, f"!gpucc.interface, {node[0]}", InputError)


def _make(name: str, kind: str, number: str, detail: str, given: str, error: type[GpuccError]) -> Bind:
    if kind not in KINDS:
        raise error(
            f"{given}: {kind!r} is no kind of slot", notes=(_nearest(kind), SYNTAX) if _nearest(kind) else (SYNTAX,)
        )
    bind = Bind(name, kind, given=given)
    if kind == "output" and number in ("position", "pos"):
        number = "gl_Position"
    if kind == "uniform" and number[:1] in BANKS and number[1:].isascii() and number[1:].isdigit():
        number = str(BANKS[number[0]] + int(number[1:]))
    if kind == "output" and number in ROLES:
        bind = replace(bind, builtin=number)
    elif number in BUILTINS:
        if kind != BUILTINS[number][1]:
            raise error(f"{given}: {number} is an {BUILTINS[number][1]}, and cannot be bound as {kind}")
        bind = replace(bind, builtin=number)
    elif number:
        if not (number.isascii() and number.isdigit()) or int(number) > 4095:
            raise error(f"{given}: {number!r} is no register number", notes=(SYNTAX,))
        bind = replace(bind, register=int(number))
    if not detail:
        return bind
    if kind == "sampler":
        return replace(bind, sampler=read_sampler(detail, given, error))
    if kind == "uniform" and detail.isascii() and detail.isdigit() and 0 < int(detail) <= 4096:
        return replace(bind, size=int(detail))
    raise error(
        f"{given}: {detail!r} has no meaning for kind {kind}",
        notes=("a third part is the state of a sampler, or the number of registers of a uniform",),
    )


def read_sampler(text: str, given: str, error: type[GpuccError] = UsageError) -> SamplerState:
    """Parse words of the AGAL assembler, separated by commas; a number is the bias of the level of detail."""
    state = SamplerState()
    for word in (part.strip() for part in text.replace(" ", ",").split(",")):
        if word in ("2d", "cube"):
            state = replace(state, dimension="2d" if word == "2d" else "cube")
        elif word in FILTERS:
            state = replace(state, filter=word)
        elif word in MIPS:
            state = replace(state, mip=SAME.get(word, word))
        elif word in WRAPS:
            state = replace(state, wrap=SAME.get(word, word))
        elif word in FORMATS:
            state = replace(state, format=word)
        elif word in SPECIALS:
            state = replace(state, special=(*state.special, word))
        elif word:
            state = replace(state, bias=_bias(word, given, error))
    return state


def _bias(word: str, given: str, error: type[GpuccError]) -> float:
    try:
        value = float(word)
    except ValueError:
        words = " ".join(("2d cube", *FILTERS, *MIPS, *WRAPS, *FORMATS, *SPECIALS))
        raise error(
            f"{given}: {word!r} is no sampler state", notes=(f"the words are {words}, or a number for the bias",)
        ) from None
    if not -16 <= value < 16:
        raise error(f"{given}: the bias {word} is not between -16 and 15.875")
    return value


def _nearest(word: str) -> str:
    close = difflib.get_close_matches(word, KINDS, 1)
    return f"did you mean {close[0]}?" if close else ""


def refuse_unknown(binds: dict[str, Bind], used: set[str], known: Iterable[str]) -> None:
    """Refuse binds whose name the shader does not have."""
    for name, bind in binds.items():
        if name not in used:
            names = list(dict.fromkeys(known))
            close = difflib.get_close_matches(name, names, 1)
            notes = (f"did you mean {close[0]}?",) if close else ()
            error = UsageError if bind.given.startswith("--") else InputError
            raise error(
                f"{bind.given}: the shader has no {name}", notes=(*notes, f"its names are {', '.join(names) or 'none'}")
            )
