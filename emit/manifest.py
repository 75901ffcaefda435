"""The JSON manifest: a whole `Program` as text that other tools can read, and back.

Formats that hold code only (.agal, .bin) get their constants and names from a manifest, so every value is checked when
it is read. JSON has no infinities and NaNs: they are written as the strings "inf", "-inf" and "nan".
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, get_args

from gpucc.emit.derived import as_record, from_record
from gpucc.errors import InputError, InternalError, Location
from gpucc.isa.model import SamplerState
from gpucc.program import (
    AssumedWord,
    Assumption,
    BlockPlace,
    Constant,
    GeometryShape,
    Interface,
    Kind,
    Program,
    Slot,
    Stage,
)

# programs with derived constants have a format of their own: who reads the first only would not compute them
FORMAT, DERIVING = 1, 2
REGISTERS = 1 << 16
# of a uniform block
MOST_BYTES = 1 << 31
_SPECIAL = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_GROUPS: dict[str, Kind] = {"inputs": "input", "outputs": "output", "uniforms": "uniform", "samplers": "sampler"}
T = TypeVar("T")


def write(program: Program) -> str:
    """Return the manifest's text; equal programs have equal text."""
    record = {
        "manifest": FORMAT if program.derived is None else DERIVING,
        "isa": program.isa,
        "stage": program.stage,
        "entry": program.entry,
        "code": program.code.hex(),
        "constants": [{"register": c.register, "component": c.component, "value": c.value} for c in program.constants],
        **{group: [_slot_record(slot) for slot in getattr(program.interface, group)] for group in _GROUPS},
        **({} if program.derived is None else {"derived": as_record(program.derived)}),
        **({"assumed": [_assumption_record(one) for one in program.assumed]} if program.assumed else {}),
        **({} if program.geometry is None else {"geometry": _shape_record(program.geometry)}),
        "options": dict(program.options),
        "stats": program.stats,
        "verified": program.verified,
    }
    try:
        return json.dumps(_plain(record), indent=2, allow_nan=False) + "\n"
    except (TypeError, ValueError) as error:
        raise InternalError(f"the program cannot be written as JSON: {error}") from error


def read(text: str | bytes, name: str = "<manifest>") -> Program:
    """Return the program of a manifest; errors in the text raise an InputError with the place."""
    return _Reader(name).program(_parse(text, name))


def _slot_record(slot: Slot) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": slot.name,
        "type": slot.type,
        "register": slot.register,
        "components": slot.components,
        "words": slot.words,
    }
    if slot.builtin is not None:
        record["builtin"] = slot.builtin
    if slot.most is not None:
        record["most"] = slot.most
    if slot.rows:
        record["rows"] = True
    if slot.default:
        record["default"] = list(slot.default)
    if slot.place is not None:
        record["block"] = {name: getattr(slot.place, name) for name in BlockPlace.__slots__}
    if slot.sampler is not None:
        state = slot.sampler
        record["sampler"] = {field: getattr(state, field) for field in SamplerState.__slots__}
    return record


def _assumption_record(one: Assumption) -> dict[str, Any]:
    words = [{"word": word.word, "low": word.low, "high": word.high, "whole": word.whole} for word in one.words]
    return {"text": one.text, "name": one.name, "words": words}


def _shape_record(shape: GeometryShape) -> dict[str, Any]:
    return {"primitive": shape.primitive, "vertices": shape.vertices, "most": shape.most}


def _plain(value: Any) -> Any:
    """Return tuples as lists and special floats as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else str(value)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value


def _special(value: Any) -> Any:
    """The inverse of `_plain` for statistics, which hold numbers of any kind."""
    if isinstance(value, str):
        return _SPECIAL.get(value, value)
    if isinstance(value, dict):
        return {key: _special(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_special(entry) for entry in value]
    return value


def _parse(text: str | bytes, name: str) -> Any:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"not a manifest: {error.msg}", Location(name, error.lineno, error.colno)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"not a manifest: byte {error.start} is not UTF-8 text", Location(name)) from error
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"not a manifest: {reason}", Location(name)) from error


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


class _Reader:
    """Checks every value as it is read; `path` in a message is the place inside the document."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, path: str, problem: str) -> NoReturn:
        raise InputError(f"not a manifest: {path or 'the document'} {problem}", Location(self.name))

    def program(self, data: Any) -> Program:
        record = self.record(data, "")
        if record.get("manifest", FORMAT) not in (FORMAT, DERIVING):
            self.fail(
                "manifest", f"is format {record['manifest']!r}, and this gpucc reads formats {FORMAT}, {DERIVING}"
            )
        groups = {group: self.group(record, group, kind) for group, kind in _GROUPS.items()}
        options = self.record(record.get("options", {}), "options")
        verified = record.get("verified")
        interface = Interface(**groups)
        return Program(
            isa=self.text(record, "isa", ""),
            stage=self.choice(record, "stage", get_args(Stage)),
            code=self.code(record),
            interface=interface,
            constants=self.many(record, "constants", self.constant),
            geometry=self.shape(self.record(record["geometry"], "geometry")) if "geometry" in record else None,
            entry=self.text(record, "entry", ""),
            options=tuple((key, self.text(options, key, "options.")) for key in options),
            stats=_special(self.record(record.get("stats", {}), "stats")),
            verified=None if verified is None else _special(self.record(verified, "verified")),
            assumed=self.many(record, "assumed", self.assumption) if "assumed" in record else (),
            derived=from_record(self, record["derived"], interface) if "derived" in record else None,
        )

    def record(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fail(path, "is not an object")
        return value

    def field(self, record: dict[str, Any], key: str, path: str) -> Any:
        if key not in record:
            self.fail(path + key, "is missing")
        return record[key]

    def text(self, record: dict[str, Any], key: str, path: str) -> str:
        value = self.field(record, key, path)
        if not isinstance(value, str):
            self.fail(path + key, "is not a string")
        return value

    def choice(self, record: dict[str, Any], key: str, allowed: tuple[Any, ...]) -> Any:
        value = self.text(record, key, "")
        if value not in allowed:
            self.fail(key, f"is {value!r}, not one of {', '.join(allowed)}")
        return value

    def number(self, record: dict[str, Any], key: str, path: str, limit: int) -> int:
        value = self.field(record, key, path)
        if type(value) is not int or not 0 <= value < limit:
            self.fail(path + key, f"is not a whole number from 0 to {limit - 1}")
        return value

    def code(self, record: dict[str, Any]) -> bytes:
        text = self.text(record, "code", "")
        if not re.fullmatch(r"(?:[0-9a-fA-F]{2})*", text):
            self.fail("code", "is not an even number of hexadecimal digits")
        return bytes.fromhex(text)

    def many(self, record: dict[str, Any], key: str, read: Callable[[dict[str, Any], str], T]) -> tuple[T, ...]:
        value = self.field(record, key, "")
        if not isinstance(value, list):
            self.fail(key, "is not an array")
        return tuple(read(self.record(entry, f"{key}[{i}]"), f"{key}[{i}].") for i, entry in enumerate(value))

    def shape(self, record: dict[str, Any]) -> GeometryShape:
        vertices, most = (self.number(record, key, "geometry.", REGISTERS) for key in ("vertices", "most"))
        if not vertices or not most:
            self.fail("geometry", "has no vertices")
        return GeometryShape(self.text(record, "primitive", "geometry."), vertices, most)

    def constant(self, record: dict[str, Any], path: str) -> Constant:
        return Constant(
            self.number(record, "register", path, REGISTERS),
            self.number(record, "component", path, 4),
            self.value(record, path),
        )

    def value(self, record: dict[str, Any], path: str, key: str = "value") -> float:
        value = self.field(record, key, path)
        if isinstance(value, str):
            value = _SPECIAL.get(value, value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fail(path + key, "is not a number")
        return self.real(value, path + key)

    def assumption(self, record: dict[str, Any], path: str) -> Assumption:
        words = self.field(record, "words", path)
        if not isinstance(words, list):
            self.fail(f"{path}words", "is not an array")
        found = (self.record(word, f"{path}words[{i}]") for i, word in enumerate(words))
        places = [(word, f"{path}words[{i}].") for i, word in enumerate(found)]
        return Assumption(
            self.text(record, "text", path),
            self.text(record, "name", path),
            tuple(self.assumed_word(word, place) for word, place in places),
        )

    def assumed_word(self, record: dict[str, Any], path: str) -> AssumedWord:
        low, high = self.value(record, path, "low"), self.value(record, path, "high")
        return AssumedWord(
            self.number(record, "word", path, 4 * REGISTERS), low, high, self.field(record, "whole", path) is True
        )

    def real(self, value: float, path: str) -> float:
        try:
            return float(value)
        except OverflowError:
            self.fail(path, "is too large for a float")

    def group(self, record: dict[str, Any], key: str, kind: Kind) -> tuple[Slot, ...]:
        return self.many(record, key, lambda entry, path: self.slot(entry, path, kind))

    def slot(self, record: dict[str, Any], path: str, kind: Kind) -> Slot:
        words = self.text(record, "words", path)
        if not re.fullmatch(r"[fiub.]*", words) or len(words) > 4 * REGISTERS:
            self.fail(path + "words", "is not a run of the letters f, i, u, b and '.'")
        slot = Slot(
            name=self.text(record, "name", path),
            kind=kind,
            register=self.number(record, "register", path, REGISTERS),
            words=words,
            type=self.text(record, "type", path),
            builtin=self.text(record, "builtin", path) if "builtin" in record else None,
            sampler=self.sampler(record["sampler"], path + "sampler") if "sampler" in record else None,
            most=self.number(record, "most", path, 1 << 31) if "most" in record else None,
            rows=record.get("rows") is True,
            default=self.default(record, path, len(words.replace(".", ""))) if "default" in record else (),
            place=self.place(record["block"], path + "block") if "block" in record else None,
        )
        if self.number(record, "components", path, 5) != slot.components:
            self.fail(path + "components", f"contradicts words: {words!r} has {slot.components}")
        return slot

    def default(self, record: dict[str, Any], path: str, count: int) -> tuple[float, ...]:
        values = record["default"]
        if not isinstance(values, list) or len(values) != count:
            self.fail(f"{path}default", f"is not an array of {count} numbers")
        return tuple(self.value({"value": value}, f"{path}default[{i}].") for i, value in enumerate(values))

    def place(self, value: Any, path: str) -> BlockPlace:
        record = self.record(value, path)
        strides = self.field(record, "strides", f"{path}.")
        if not isinstance(strides, list):
            self.fail(f"{path}.strides", "is not an array")
        return BlockPlace(
            self.text(record, "block", f"{path}."),
            self.number(record, "offset", f"{path}.", MOST_BYTES),
            tuple(self.number({"stride": one}, "stride", f"{path}.strides: ", MOST_BYTES) for one in strides),
            self.number(record, "matrix_stride", f"{path}.", MOST_BYTES),
            self.field(record, "row_major", f"{path}.") is True,
        )

    def sampler(self, value: Any, path: str) -> SamplerState:
        record = self.record(value, path)
        texts = {key: self.text(record, key, f"{path}.") for key in ("filter", "mip", "wrap", "format")}
        special = self.field(record, "special", f"{path}.")
        if not isinstance(special, list) or not all(isinstance(word, str) for word in special):
            self.fail(f"{path}.special", "is not an array of strings")
        bias = self.field(record, "bias", f"{path}.")
        if isinstance(bias, bool) or not isinstance(bias, (int, float)) or abs(bias) > 1024:
            self.fail(f"{path}.bias", "is not a number within 1024")
        dimension = self.text(record, "dimension", f"{path}.")
        if dimension not in ("2d", "cube"):
            self.fail(f"{path}.dimension", f"is {dimension!r}, not one of 2d, cube")
        return SamplerState(
            dimension="cube" if dimension == "cube" else "2d", special=tuple(special), bias=float(bias), **texts
        )
