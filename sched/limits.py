"""Check that the interface and the program fit the target; errors name the needed and the available number."""

from __future__ import annotations

from gpucc.errors import LimitExceeded
from gpucc.isa.model import Isa
from gpucc.program import Interface, Slot, Stage, file_size


class TooLong(LimitExceeded):
    """A program exceeds the room for it, `times` over."""

    def __init__(self, message: str, times: float, notes: tuple[str, ...] = ()) -> None:
        super().__init__(message, notes=notes)
        self.times = times


def check_interface(interface: Interface, isa: Isa, stage: Stage, version: int) -> None:
    """Refuse a program whose inputs, outputs, uniforms or samplers need more registers than there are."""
    check_registers(isa, stage, version, "input", "input", interface.inputs)
    check_registers(isa, stage, version, "uniform", "uniform", interface.uniforms)
    check_registers(isa, stage, version, "sampler", "sampler", interface.samplers)
    for slot in interface.outputs:
        for register in range(slot.register, slot.register + slot.registers):
            role, number = isa.output_place(stage, register)
            limit = isa.file(role, stage).size(stage, version)
            if number >= limit:
                raise LimitExceeded(
                    f"output {slot.name!r} needs {_shown(isa, stage, role, number)}, "
                    f"and {_where(isa, stage, version)} has {limit} such register{'s' * (limit != 1)}",
                    notes=(
                        *wider(isa, stage, version, role, number + 1),
                        "write fewer outputs, or pack several into one vector",
                    ),
                )


def check_constants(isa: Isa, stage: Stage, version: int, uniforms: int, literals: int) -> None:
    """Refuse a program whose uniforms and literals, counted in registers, do not fit into the uniform file."""
    limit = isa.file("uniform", stage).size(stage, version)
    if uniforms + literals > limit:
        raise LimitExceeded(
            f"the program needs {uniforms + literals} uniform registers ({uniforms} of its own, {literals} for"
            f" literals), and {_where(isa, stage, version)} has {limit}",
            notes=(*wider(isa, stage, version, "uniform", uniforms + literals), "use fewer uniforms or literals"),
        )


def check_length(isa: Isa, stage: Stage, version: int, count: int, unit: str, how: str = "") -> None:
    """Refuse a program that exceeds the limit named `unit`, such as "instructions". `how` precedes the count in the
    message."""
    limit = isa.limit(unit, version)
    if count > limit:
        notes = ("split the shader into passes, or shorten loops: this target unrolls them",) if not isa.loops else ()
        raise TooLong(
            f"the program takes {how}{count} {unit}, and {_where(isa, stage, version)} has room for {limit}",
            count / limit,
            notes=(*_roomier(isa, version, unit, count), *notes),
        )


def _roomier(isa: Isa, version: int, unit: str, count: int) -> tuple[str, ...]:
    """Notes about the newer versions of the target that have enough room."""
    rooms = {other: isa.limit(unit, other) for other in _newer(isa, version)}
    return tuple(
        f"version {other} has room for {room} (--target version={other})"
        for other, room in rooms.items()
        if room >= count
    )


def wider(isa: Isa, stage: Stage, version: int, role: str, count: int) -> tuple[str, ...]:
    """Notes about the newer versions of the target that have so many registers."""
    sizes = {other: isa.file(role, stage).size(stage, other) for other in _newer(isa, version)}
    return tuple(
        f"version {other} has {size} (--target version={other})" for other, size in sizes.items() if size >= count
    )


def _newer(isa: Isa, version: int) -> list[int]:
    return [int(other) for other in isa.options.get("version", ()) if int(other) > version]


def check_registers(isa: Isa, stage: Stage, version: int, role: str, word: str, slots: tuple[Slot, ...]) -> None:
    """Refuse slots that take more registers than the target has."""
    needed = file_size(slots)
    if not needed:
        return
    if not any(file.role == role and stage in file.prefix for file in isa.files):
        raise LimitExceeded(f"a {stage} program of {isa.name} has no {word}s, and this one uses {slots[0].name!r}")
    file = isa.file(role, stage)
    limit = file.size(stage, version) - file.avoided
    if needed > limit:
        last = max(slots, key=lambda slot: slot.register + slot.registers)
        raise LimitExceeded(
            f"the program uses {needed} {word} registers (up to {last.name!r}), and {_where(isa, stage, version)} has"
            f" {limit}",
            notes=(
                *wider(isa, stage, version, role, needed + file.avoided),
                f"use fewer {word}s, pack several into one vector, or bind them to lower registers",
            ),
        )


def _shown(isa: Isa, stage: Stage, role: str, number: int) -> str:
    return f"{isa.file(role, stage).prefix[stage]}{number}"


def _where(isa: Isa, stage: Stage, version: int) -> str:
    return f"{isa.name} version {version} ({stage})" if "version" in isa.options else f"{isa.name} ({stage})"
