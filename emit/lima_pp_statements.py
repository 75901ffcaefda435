"""Parses one opcode of lima fragment assembly with its operands to a `UnitPart`; errors point at the wrong word."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from gpucc.emit.lima_lines import TextPlace
from gpucc.emit.lima_pp import LimaPpCoder
from gpucc.emit.lima_pp_text import DISCARD_NAMES, PIPE_NAMES, PROJECTIONS, SYSTEM, mnemonic, suffix
from gpucc.isa.model import LETTERS, Dest, Op, Source
from gpucc.isa.pipeline import Form, PipePort, UnitPart
from gpucc.records import dataclass

SOURCE = re.compile(
    r"(?P<sign>-?)(?:\$(?P<register>\d+)|\^(?P<pipe>(?:const[01]|tex_sampler|texture|uniform|u|[vs]0)(?=[._(]|$)))"
    r"(?P<abs>_abs)?(?P<projection>_d[zw])?(?:\((?P<below>\d+)\))?(?:\.(?P<lanes>[xyzw]{1,4}))?"
)
ADDRESS = re.compile(
    r"(?P<vec4>-?\d+)(?P<projection>_d[zw])?(?:\.(?P<lanes>[xyzw]{1,4}))?"
    r"(?:\+(?:\$(?P<register>\d+)|\((?P<none>\d+))\.(?P<lane>[xyzw])(?P<close>\)?))?"
)
DEST = re.compile(r"(?:\$(?P<register>\d+)|\^(?P<pipe>\w+))(?:\.(?P<mask>[xyzw]{1,4}|_))?")
NONE = re.compile(r"\((\d+)\.([xyzw])\)")
DISTANCE = re.compile(r"@(-?\d+):(\d+)")
LARGEST = 1 << 27
ABSENT_NAMES = ("v0", "s0", "none")


@dataclass(frozen=True, slots=True)
class WrittenWord:
    text: str
    place: TextPlace


@dataclass(frozen=True, slots=True)
class LimaPpStatement:
    """A part as written; `label` is the target of its branch, unless that is a distance."""

    part: UnitPart
    place: TextPlace
    label: WrittenWord | None = None


class Reader:
    """Reads opcodes of one dialect. In the proposed one the destination is the last operand."""

    def __init__(self, found: LimaPpCoder) -> None:
        self.coder = found
        self.seed = False
        self.names: dict[str, tuple[str, Op]] = {}
        for (unit, _), form in found.by_op.items():
            for op in found.isa.in_form(form.name):
                end = suffix(found, form, unit)
                name = mnemonic(op) + (f".{end}" if end else "")
                if name not in ("load.v", "store.t"):
                    self.names.setdefault(name, (unit, op))
        self.names["store.t"] = ("store", found.ops["store"])
        self.pipes = {name: unit for unit, names in PIPE_NAMES.items() for name in names}

    def read(self, words: Sequence[WrittenWord]) -> LimaPpStatement:
        name, *operands = words
        if self.seed and operands and self.has_dest(name.text):
            operands = [operands[-1], *operands[:-1]]
        if name.text == "load.v":
            return self.varying(name, operands)
        lod = re.fullmatch(r"texld([bl]?)_(2d|cube)", name.text)
        if lod is not None:
            return self.texture(name, self.coder.ops[f"texld_{lod[2]}"], lod[1], operands)
        head, dot, end = name.text.partition(".")
        base, _, modifier = head.rpartition("_")
        full, modifier = (
            (base + dot + end, modifier) if base and modifier in self.coder.modifiers and modifier else (name.text, "")
        )
        if full not in self.names:
            self.unknown(name, full)
        unit, op = self.names[full]
        form = self.coder.by_op[unit, op.name]
        if modifier and not form.modifier:
            name.place.fail(f"{full} has no output modifier")
        match op.effect:
            case "fetch":
                return LimaPpStatement(self.fetch(name, unit, op, operands), name.place)
            case "store":
                return LimaPpStatement(self.store(name, operands), name.place)
            case "constants":
                return LimaPpStatement(
                    UnitPart(unit, op.name, settings=tuple(zip(LETTERS, self.halves(name, operands), strict=True))),
                    name.place,
                )
            case "branch":
                return self.branch(name, op, form, operands)
        return LimaPpStatement(self.arithmetic(name, unit, op, form, modifier, operands), name.place)

    def has_dest(self, name: str) -> bool:
        return not name.startswith(("texld", "branch", "discard", "const", "load.u", "load.t"))

    def unknown(self, name: WrittenWord, full: str) -> None:
        head, _, end = full.partition(".")
        units = [known.partition(".")[2] for known in self.names if known.partition(".")[0] == head]
        if units and end not in units:
            name.place.fail(
                f"there is no {full}", f"{head} is an opcode of {', '.join('.' + unit for unit in units if unit)}"
            )
        near = get_close_matches(full, [*self.names, "load.v", "texld_2d", "texld_cube", "stop", "sync", "next"], 3)
        name.place.fail(f"unknown opcode {name.text!r}", *((f"did you mean {' or '.join(near)}?",) if near else ()))

    def count(self, name: WrittenWord, operands: Sequence[WrittenWord], least: int, most: int, what: str) -> None:
        if not least <= len(operands) <= most:
            place = operands[most].place if len(operands) > most else name.place
            place.fail(
                f"{name.text} takes {what}, and here {'are' if len(operands) != 1 else 'is'} {len(operands)} operands"
            )

    # operands

    def dest(self, word: WrittenWord, scalar: bool, discards: bool) -> Dest | None:
        match = DEST.fullmatch(word.text)
        if match is None:
            word.place.fail(
                f"{word.text!r} is no destination",
                "a destination is a register with a mask, like $1.xy, or ^v0, ^s0, ^none",
            )
        if match["pipe"]:
            if match["pipe"] in DISCARD_NAMES and discards:
                return Dest("discard", 0, self.mask(word, match["mask"]))
            if match["pipe"] in ABSENT_NAMES and not match["mask"]:
                return None
            word.place.fail(f"{word.text} cannot be written here")
        number = self.number(word, match["register"])
        mask = self.mask(word, match["mask"])
        if scalar and mask not in (1, 2, 4, 8):
            word.place.fail(f"{word.text}: a scalar unit writes one component, like ${number}.x")
        if not mask:
            word.place.fail(f"{word.text}: only texture coordinates can do without components")
        return Dest("register", number, mask)

    def mask(self, word: WrittenWord, letters: str | None) -> int:
        if letters is None:
            return 15
        if letters == "_":
            return 0
        if list(letters) != sorted(set(letters), key=LETTERS.index):
            word.place.fail(f"{word.text}: a mask names components in their order, each once")
        return sum(1 << LETTERS.index(letter) for letter in letters)

    def number(self, word: WrittenWord, digits: str) -> int:
        if len(digits) > 9 or int(digits) >= LARGEST:
            word.place.fail(f"{digits} is too large", limit=True)
        return int(digits)

    def source(self, word: WrittenWord, port: PipePort, projects: bool = False) -> tuple[Source, int]:
        match = SOURCE.fullmatch(word.text)
        if match is None:
            word.place.fail(
                f"{word.text!r} is no operand",
                "operands look like $1.xyzw, -$2_abs.x, ^const0.x, ^u, ^tex_sampler, ^v0",
            )
        if match["projection"] and not projects:
            word.place.fail("only load.v divides by a component")
        projection = next(value for value, text in PROJECTIONS.items() if text == (match["projection"] or ""))
        file = "register" if match["register"] else self.pipes[match["pipe"]]
        bypassed = file != "register" and file == port.unit
        if file in ("vmul", "smul") and not bypassed:
            word.place.fail(f"^{match['pipe']} can only be the first operand of the adder beside it")
        if match["below"] and not bypassed:
            word.place.fail("only ^v0 and ^s0 have a register number beneath them")
        number = self.number(word, match["register"] or match["below"] or "0")
        letters = match["lanes"]
        if port.scalar and not bypassed and (letters is None or len(letters) != 1):
            word.place.fail(f"{word.text}: this operand is one component, like {word.text.partition('.')[0]}.x")
        if port.scalar and bypassed and letters:
            word.place.fail("^s0 is one number, without components")
        picked = [LETTERS.index(letter) for letter in letters or ""]
        if port.scalar:
            picked = [picked[0] if picked else 0] * 4
        x, y, z, w = picked + picked[-1:] * (4 - len(picked)) if picked else (0, 1, 2, 3)
        return Source(file, number, (x, y, z, w), match["sign"] == "-", match["abs"] is not None), projection

    def address(self, word: WrittenWord) -> tuple[int, int, int, Source | None]:
        """Parse a place in memory: align, index, projection and offset."""
        match = ADDRESS.fullmatch(word.text)
        if match is None or bool(match["none"]) != bool(match["close"]):
            word.place.fail(f"{word.text!r} is no place in memory", "places look like 3, 3.xy, -2.w, 3+$1.x")
        letters = match["lanes"] or LETTERS
        vec4 = self.number(word, match["vec4"].lstrip("-")) * (-1 if match["vec4"].startswith("-") else 1)
        align, first = len(letters), LETTERS.index(letters[0])
        if letters != LETTERS[first : first + align] or align == 3 or first % align:
            word.place.fail(f"{word.text}: one load takes xyzw, xy, zw or one component")
        projection = next(value for value, text in PROJECTIONS.items() if text == (match["projection"] or ""))
        return align, (4 * vec4 + first) // align, projection, self.offset(word, match)

    def offset(self, word: WrittenWord, match: re.Match[str]) -> Source | None:
        if not match["lane"]:
            return None
        file = "register" if match["register"] else "none"
        return Source(file, self.number(word, match["register"] or match["none"]), (LETTERS.index(match["lane"]),) * 4)

    # statements

    def varying(self, name: WrittenWord, operands: Sequence[WrittenWord]) -> LimaPpStatement:
        self.count(name, operands, 2, 2, "a destination and what to load")
        dest = self.dest(operands[0], False, True)
        word = operands[1]
        wrapped = re.fullmatch(r"(cube|normalize)\((.*)\)", word.text)
        inner = WrittenWord(wrapped[2], word.place) if wrapped else word
        kind = wrapped[1] if wrapped else "varying"
        system = re.fullmatch(r"(gl_\w+)(?:\.([xyzw]+))?(\+.*)?", word.text)
        if system is not None:
            return LimaPpStatement(self.system(word, system, dest), name.place)
        if inner.text.lstrip("-").startswith(("$", "^")):
            op = {"varying": "varying_register", "cube": "cube_register", "normalize": "normalize"}[kind]
            port = self.coder.by_op["varying", op].ports[0]
            source, projection = self.source(inner, port, True)
            sources: tuple[Source | None, ...] = (source,)
            settings: tuple[tuple[str, int], ...] = ()
        else:
            if kind == "normalize":
                word.place.fail("normalize takes a register")
            op = kind
            align, index, projection, offset = self.address(inner)
            sources = () if offset is None else (offset,)
            settings = (("align", align), ("index", index))
        if projection and kind != "varying":
            word.place.fail(f"{kind} does not divide by a component")
        more = (("perspective", projection),) if kind == "varying" else ()
        return LimaPpStatement(UnitPart("varying", op, dest, sources, "", (*settings, *more)), name.place)

    def system(self, word: WrittenWord, match: re.Match[str], dest: Dest | None) -> UnitPart:
        op = next((op for op, name in SYSTEM.items() if name == match[1]), None)
        if op is None:
            word.place.fail(f"unknown input {match[1]!r}", f"there are {', '.join(SYSTEM.values())}")
        align, _, _, offset = self.address(WrittenWord(f"0.{match[2] or LETTERS}{match[3] or ''}", word.place))
        return UnitPart("varying", op, dest, () if offset is None else (offset,), "", (("align", align),))

    def fetch(self, name: WrittenWord, unit: str, op: Op, operands: Sequence[WrittenWord]) -> UnitPart:
        self.count(name, operands, 1, 1, "a place in memory")
        align, index, projection, offset = self.address(operands[0])
        if projection:
            operands[0].place.fail("only load.v divides by a component")
        settings = (("align", align), ("index", index))
        return UnitPart(unit, op.name, None, () if offset is None else (offset,), "", settings)

    def store(self, name: WrittenWord, operands: Sequence[WrittenWord]) -> UnitPart:
        self.count(name, operands, 2, 2, "a place in memory and a register")
        align, index, _, offset = self.address(operands[0])
        match = DEST.fullmatch(operands[1].text)
        if match is None or not match["register"]:
            operands[1].place.fail("only registers can be stored, like $1 or $1.xy")
        letters = match["mask"] or LETTERS
        first = LETTERS.find(letters[0])
        if letters != LETTERS[first : first + len(letters)] or len(letters) != align:
            operands[1].place.fail(f"{operands[1].text}: {align} components are stored, one next to the other")
        source = Source("register", self.number(operands[1], match["register"]), (first,) * 4)
        return UnitPart(
            "store", "store", None, (source, *((offset,) if offset else ())), "", (("align", align), ("index", index))
        )

    def texture(self, name: WrittenWord, op: Op, kind: str, operands: Sequence[WrittenWord]) -> LimaPpStatement:
        self.count(name, operands, 1, 2, "a sampler" + (" and the register of a level" if kind else ""))
        align, index, projection, offset = self.address(operands[0])
        if align != 4 or projection:
            operands[0].place.fail("a sampler is a number")
        lod = self.level(name, kind, operands[1]) if len(operands) > 1 else None
        if kind == "b" and lod is None:
            name.place.fail("texldb takes a sampler and the register of the bias")
        sources = (lod, offset) if offset else (lod,) if lod else ()
        settings = (("index", index), ("explicit", int(kind == "l")))
        return LimaPpStatement(UnitPart("sampler", op.name, None, sources, "", settings), name.place)

    def level(self, name: WrittenWord, kind: str, word: WrittenWord) -> Source:
        absent = NONE.fullmatch(word.text)
        if absent is not None:
            return Source("none", self.number(word, absent[1]), (LETTERS.index(absent[2]),) * 4)
        if not kind:
            word.place.fail("texld takes no level; a bias is read by texldb, a level itself by texldl")
        return self.source(word, self.coder.forms["sampler"].ports[0])[0]

    def branch(self, name: WrittenWord, op: Op, form: Form, operands: Sequence[WrittenWord]) -> LimaPpStatement:
        if len(operands) != len(op.operands) + 1:
            self.count(
                name,
                operands,
                len(op.operands) + 1,
                len(op.operands) + 1,
                "two operands and a label" if op.operands else "a label",
            )
        sources = tuple(self.source(word, port)[0] for word, port in zip(operands[:-1], form.ports, strict=False))
        target = operands[-1]
        distance = DISTANCE.fullmatch(target.text)
        if distance is None:
            if re.fullmatch(r"[A-Za-z_]\w*", target.text) is None:
                target.place.fail(f"{target.text!r} is no label")
            return LimaPpStatement(UnitPart("branch", op.name, None, sources), name.place, target)
        words = self.number(target, distance[1].lstrip("-")) * (-1 if distance[1].startswith("-") else 1)
        settings = (("target", words), ("target_length", self.number(target, distance[2])))
        return LimaPpStatement(UnitPart("branch", op.name, None, sources, "", settings), name.place)

    def arithmetic(
        self, name: WrittenWord, unit: str, op: Op, form: Form, modifier: str, operands: Sequence[WrittenWord]
    ) -> UnitPart:
        read = [operand.name for operand in op.operands if not operand.place]
        implied = [operand.place for operand in op.operands if operand.place]
        least = (form.target is not None) + len(implied) + len(read)
        what = " ".join(
            ["a destination"] * (form.target is not None)
            + ["^s0"] * len(implied)
            + [f"and {len(read)} operands"] * bool(read)
        )
        most = least + sum(port.name not in read for port in form.ports)
        self.count(name, operands, least, most, what or "nothing")
        rest = list(operands)
        dest = self.dest(rest.pop(0), form.target.scalar, False) if form.target is not None else None
        for place in implied:
            if rest[0].text != f"^{PIPE_NAMES[place][0]}":
                rest[0].place.fail(
                    f"the condition of {op.name} is ^{PIPE_NAMES[place][0]}, which the scalar multiplier beside it"
                    " computes"
                )
            rest.pop(0)
        sources = []
        for word, port in zip(rest, form.ports, strict=False):
            shown = word
            if port.name not in read:
                if not (word.text.startswith("(") and word.text.endswith(")")):
                    word.place.fail(
                        f"{name.text} takes one operand",
                        "what stands in the fields of the other is written in brackets",
                    )
                shown = WrittenWord(word.text[1:-1], word.place)
            sources.append(self.source(shown, port)[0])
        return UnitPart(unit, op.name, dest, tuple(sources), modifier)

    def halves(self, name: WrittenWord, operands: Sequence[WrittenWord]) -> list[int]:
        self.count(name, operands, 1, 4, "one to four numbers")
        return [_half(word) for word in operands] + [0] * (4 - len(operands))


def _half(word: WrittenWord) -> int:
    if re.fullmatch(r"0x[0-9A-Fa-f]{1,4}", word.text):
        return int(word.text, 16)
    if re.fullmatch(r"[-+]?(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?|inf|nan)", word.text) is None:
        word.place.fail(f"{word.text!r} is no number")
    try:
        return int(struct.unpack("<H", struct.pack("<e", float(word.text)))[0])
    except OverflowError:
        word.place.fail(f"{word.text} is too large for fp16", "the largest finite number is 65504", limit=True)


def near(name: str, known: Mapping[str, int]) -> tuple[str, ...]:
    close = get_close_matches(name, list(known), 3)
    return (f"did you mean {' or '.join(close)}?",) if close else (f"labels: {', '.join(known) or 'none'}",)
