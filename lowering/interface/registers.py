"""Assigns every slot its register: the one that the user requested, otherwise in the order of declaration."""

from __future__ import annotations

from gpucc.errors import InputError, Location
from gpucc.lowering.interface.binds import BUILTINS
from gpucc.lowering.interface.items import InterfacePort
from gpucc.program import Interface, Kind, Slot

KINDS: tuple[Kind, ...] = ("input", "output", "uniform", "sampler")
# the output that a stage requires
FIRST = {"vertex": "gl_Position", "fragment": "gl_FragColor", "geometry": "gl_Position"}
# the stage whose built-in outputs a stage has, too
ALIKE = {"geometry": "vertex"}


def assign_registers(ports: list[InterfacePort], stage: str, file: str) -> tuple[list[int], Interface]:
    """Return the first register of every port, and the interface in order of registers."""
    place = Location(file)
    _check_builtins(ports, stage, place)
    registers = [-1] * len(ports)
    for kind in KINDS:
        _check_names([port for port in ports if port.kind == kind], place)
        _assign(ports, [i for i, port in enumerate(ports) if port.kind == kind], registers, FIRST[stage], place)
    slots: dict[Kind, list[Slot]] = {kind: [] for kind in KINDS}
    for port, register in zip(ports, registers, strict=True):
        fixed = port.bound is not None
        slot = Slot(
            port.name,
            port.kind,
            register,
            port.words,
            port.type,
            port.builtin,
            port.sampler,
            port.aliases,
            port.most,
            fixed=fixed,
        )
        slots[port.kind].append(slot)
    inputs, outputs, uniforms, samplers = (tuple(sorted(slots[kind], key=lambda slot: slot.register)) for kind in KINDS)
    return registers, Interface(inputs, outputs, uniforms, samplers)


def _assign(ports: list[InterfacePort], own: list[int], registers: list[int], first: str, place: Location) -> None:
    """Assign bound ports first, then the stage's main output, then the rest.

    Built-in ones come last, so that the others keep their order.
    """
    taken: dict[int, str] = {}
    main = [i for i in own if ports[i].builtin == first and ports[i].bound is None]
    bound = [i for i in own if ports[i].bound is not None]
    plain = [i for i in own if i not in main and i not in bound]
    for i in [*bound, *main, *sorted(plain, key=lambda i: ports[i].builtin in BUILTINS)]:
        port = ports[i]
        size = max(1, -(-len(port.words) // 4))
        wanted = port.bound
        register = _lowest_free(taken, size) if wanted is None else wanted
        for number in range(register, register + size):
            if number in taken:
                notes = ("give each its own register, or leave the numbers to gpucc",)
                raise InputError(
                    f"{port.kind} register {number} is taken by both {taken[number]} and {port.name}", place, notes
                )
            taken[number] = port.name
        registers[i] = register


def _lowest_free(taken: dict[int, str], size: int) -> int:
    register = 0
    while any(number in taken for number in range(register, register + size)):
        register += 1
    return register


def _check_names(ports: list[InterfacePort], place: Location) -> None:
    seen: set[str] = set()
    for port in ports:
        if port.name in seen:
            raise InputError(f"two {port.kind}s are called {port.name}", place, ("rename one of them",))
        seen.add(port.name)


def _check_builtins(ports: list[InterfacePort], stage: str, place: Location) -> None:
    seen: set[str] = set()
    for port in ports:
        if port.builtin is None:
            continue
        if port.builtin in BUILTINS and BUILTINS[port.builtin][0] != ALIKE.get(stage, stage):
            raise InputError(
                f"{port.builtin} belongs to {BUILTINS[port.builtin][0]} shaders, but this is a {stage} shader", place
            )
        if port.builtin in seen:
            raise InputError(f"two slots are {port.builtin}", place)
        seen.add(port.builtin)
