"""`gpucc.records.dataclass` behaves like Python's own: the same classes, made by both, are used in the same ways."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from gpucc import records

Make = Callable[..., Any]
# folders that are no part of the package
OUTSIDE = frozenset({"tests", "benchmarks", "examples", "build", "venv", ".venv", ".types"})


def shapes(dataclass: Make) -> dict[str, Any]:
    """Classes of every form that occurs in gpucc."""

    @dataclass(frozen=True, slots=True)
    class Point:
        """A place."""

        known: ClassVar[int] = 3
        x: int
        y: float = 2.5
        seen: list[int] = field(default_factory=list, compare=False, repr=False)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        name: str
        far: Point = field(default=Point(1), compare=False)

    @dataclass(frozen=True, slots=True)
    class Deep(Point):
        z: int = field(default=0, kw_only=True)

    @dataclass(slots=True)
    class Open:
        a: int
        twice: int = field(init=False)
        b: list[int] = field(default_factory=list)
        c: int = field(default=7, init=False)

        def __post_init__(self) -> None:
            self.twice = 2 * self.a

    @dataclass(slots=True, eq=False)
    class Same:
        a: int

    @dataclass(frozen=True)
    class Own:
        a: int

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "own"

    @dataclass(frozen=True, slots=True)
    class Single:
        a: object

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @dataclass
    class Plain:
        a: int = 1

    found = (Point, Named, Deep, Open, Same, Own, Single, Empty, Plain)
    return {kind.__name__: kind for kind in found}


OURS, THEIRS = shapes(records.dataclass), shapes(dataclasses.dataclass)
CALLS: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("Point", (1,), {}), ("Point", (1, 2.5), {}), ("Point", (), {"y": 1.0, "x": 4}), ("Point", (1, 2.5, [3]), {}),
    ("Point", (), {}), ("Point", (1, 2, [], 4), {}), ("Point", (1,), {"z": 2}),
    ("Named", (), {"name": "n"}), ("Named", ("n",), {}),
    ("Deep", (1, 2.0), {"z": 4}), ("Deep", (1, 2.0, [], 4), {}),
    ("Open", (4,), {}), ("Open", (4, [1]), {}), ("Open", (4,), {"c": 1}),
    ("Same", (1,), {}), ("Own", (1,), {}), ("Single", (1,), {}), ("Single", ((1,),), {}), ("Single", ([],), {}),
    ("Empty", (), {}), ("Plain", (), {}), ("Plain", (2,), {}),
)  # fmt: skip


def described(kinds: dict[str, Any], name: str, given: tuple[Any, ...], named: dict[str, Any]) -> list[object]:
    """The observable properties of a record, by which both kinds are compared."""
    kind = kinds[name]
    try:
        record, again = kind(*given, **copy.deepcopy(named)), kind(*given, **copy.deepcopy(named))
    except TypeError:
        return ["refused"]
    values = {item.name: getattr(record, item.name) for item in dataclasses.fields(record)}
    seen: list[object] = [
        str(values),
        record == again,
        record != again,
        kind.__match_args__,
        kind.__doc__ == "A place.",
    ]
    seen += [getattr(kind, "__slots__", None), hasattr(record, "__dict__"), record == 3, kind.__name__]
    seen.append(repr(record) if name != "Same" else "")
    for act in (hash, copy.copy, copy.deepcopy, lambda record: dataclasses.replace(record, **_changed(name))):
        try:
            done = act(record)
        except (TypeError, ValueError) as error:
            seen.append(type(error))
            continue
        seen.append(done if isinstance(done, int) and name != "Same" else repr(done) if name != "Same" else "")
    return seen


def _changed(name: str) -> dict[str, object]:
    return {"Point": {"x": 9}, "Deep": {"z": 9}, "Named": {"name": "m"}, "Open": {"a": 9}}.get(name, {})


@pytest.mark.parametrize(("name", "given", "named"), CALLS, ids=str)
def test_records_are_those_of_python(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> None:
    assert described(OURS, name, given, named) == described(THEIRS, name, given, named)


@pytest.mark.parametrize("name", ["Point", "Deep", "Own", "Single"])
def test_what_is_frozen_stays(name: str) -> None:
    record = OURS[name](1)
    key = dataclasses.fields(record)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(record, key, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(record, key)
    assert getattr(record, key) == 1


def test_defaults_are_made_for_each() -> None:
    first, second = OURS["Open"](1), OURS["Open"](1)
    first.b.append(3)
    assert second.b == []


def test_a_record_of_one_kind_is_none_of_another() -> None:
    assert OURS["Point"](1) != OURS["Deep"](1)
    assert OURS["Point"](1) != THEIRS["Point"](1)


def test_records_are_pickled() -> None:
    from gpucc.program import Constant

    constant = Constant(1, 2, 0.5)
    assert pickle.loads(pickle.dumps(constant)) == constant


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="order"):
        records.dataclass(order=True)(type("A", (), {}))


def test_every_record_of_the_package_is_made_by_it() -> None:
    root = Path(records.__file__).parent
    own = (path for path in root.rglob("*.py") if path.relative_to(root).parts[0] not in OUTSIDE)
    users = [
        path.name for path in own if re.search(r"^from dataclasses import .*\bdataclass\b", path.read_text(), re.M)
    ]
    assert users == []
