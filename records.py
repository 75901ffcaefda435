"""A replacement for Python's `dataclass` that takes a fraction of its time: a compilation creates some 300 classes, and
Python's decorator writes and compiles up to seven functions for each of them.

Fields, defaults, inheritance and slots are still Python's, so `fields`, `replace` and `match` work as usual. The
functions that compare, hash and print records are shared by all classes, and `__init__` is compiled on its first call.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """Make a record class. The options are `frozen`, `slots`, `eq` and `kw_only`."""
        return (lambda cls: _made(cls, **options)) if cls is None else _made(cls, **options)


def _made(cls: Any, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False) -> Any:
    hashed = cls.__dict__.get("__hash__") is not None
    # a class without a docstring would get one from Python, with the signature
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    every = dataclasses.fields(made)
    given: dict[str, Any] = {"__init__": _first_call(made, every, frozen)}
    given["__repr__"] = _show(tuple(field.name for field in every if field.repr))
    if eq:
        given["__eq__"] = _equal(_key(tuple(field.name for field in every if field.compare)))
    if "__init__" not in made.__dict__:
        made.__signature__ = _LazySignature()
    for name, method in given.items():
        if name not in made.__dict__:
            setattr(made, name, method)
    if eq and not hashed:
        kept = (field.name for field in every if (field.compare if field.hash is None else field.hash))
        made.__hash__ = _hash(_key(tuple(kept))) if frozen else None
    if frozen:
        made.__setattr__, made.__delattr__ = _refuse_to_set, _refuse_to_delete
        if slots:
            made.__getstate__, made.__setstate__ = _state, _set_state
    return made


class _LazySignature:
    """The fields of a record class as parameters, made when `help` or `inspect` asks for them."""

    def __get__(self, record: object | None, cls: type) -> Any:
        if record is not None or "__dataclass_fields__" not in vars(cls):
            raise AttributeError("__signature__")
        import inspect

        plain: list[inspect.Parameter] = []
        named: list[inspect.Parameter] = []
        for field in dataclasses.fields(cls):
            kind = inspect.Parameter.KEYWORD_ONLY if field.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
            if field.init:
                made = inspect.Parameter(field.name, kind, default=_shown(field), annotation=field.type)
                (named if field.kw_only else plain).append(made)
        return inspect.Signature([*plain, *named], return_annotation=None)


def _shown(field: dataclasses.Field[Any]) -> Any:
    """The default of a field, or a parameter's mark for none."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    import inspect

    return inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default


def _first_call(cls: Any, every: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Any:
    """An `__init__` that replaces itself by the real one on the first call."""

    def __init__(self: Any, /, *values: Any, **named: Any) -> None:
        real = _init(cls, every, frozen)
        if cls.__init__ is __init__:
            cls.__init__ = real
        real(self, *values, **named)

    return __init__


def _init(cls: Any, every: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Any:
    known: dict[str, Any] = {"MISSING": dataclasses.MISSING, "set": object.__setattr__}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for field in every:
        name, value = field.name, field.name
        default = ""
        if field.default_factory is not dataclasses.MISSING:
            known[f"make_{name}"] = field.default_factory
            default, value = "=MISSING", f"make_{name}() if {name} is MISSING else {name}"
        elif field.default is not dataclasses.MISSING:
            known[f"default_{name}"] = field.default
            default = f"=default_{name}"
        if field.init:
            (named if field.kw_only else plain).append(name + default)
        elif not default:
            continue
        else:
            value = f"make_{name}()" if default == "=MISSING" else f"default_{name}"
        slot = getattr(cls, name, None)
        if not frozen:
            body.append(f"self.{name} = {value}")
        elif isinstance(slot, MemberDescriptorType):
            # half the time of object.__setattr__, which searches for it
            known[f"set_{name}"] = slot.__set__
            body.append(f"set_{name}(self, {value})")
        else:
            body.append(f"set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    taken = ", ".join(["self", *plain, *(["*", *named] if named else ())])
    exec(f"def __init__({taken}):\n " + "\n ".join(body or ["pass"]), known)
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _key(names: tuple[str, ...]) -> Any:
    """The values of these fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        only = attrgetter(*names)
        return lambda record: (only(record),)
    return lambda record: ()


def _equal(key: Any) -> Any:
    def __eq__(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(key: Any) -> Any:
    def __hash__(self: Any) -> int:
        return hash(key(self))

    return __hash__


def _show(names: tuple[str, ...]) -> Any:
    # as dataclasses do: a record may hold itself
    @recursive_repr()
    def __repr__(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({values})"

    return __repr__


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
