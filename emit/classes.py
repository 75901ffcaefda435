"""What classes of Haxe and ActionScript have in common: names, registers, the code in pieces, runs of constants."""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.emit.header import comment, fresh, identifier
from gpucc.errors import LimitExceeded
from gpucc.program import Program, Slot

# hexadecimal digits in a string: some compilers limit the length of literals
DIGITS = 96


def class_name(name: str) -> str:
    """The class for a program or a file of this name: types of Haxe begin with a capital letter."""
    made = identifier(name).lstrip("_")
    return made[0].upper() + made[1:] if made[:1].isalpha() else f"Shader{made}"


def refuse_derived(program: Program, what: str) -> None:
    if program.derived is not None and program.derived.values:
        raise LimitExceeded(
            f"a {what} has no code for derived constants, which the host computes",
            notes=("compile without --derive, or write a manifest (.json) or a header (.h)",),
        )


def registers(program: Program) -> Iterator[tuple[str, str, int]]:
    """Yield a comment, a name and a number for each input, uniform and sampler, and for the count of its registers if
    it has several; then without a comment."""
    taken: set[str] = set()
    slots: tuple[Slot, ...] = (
        *program.interface.inputs, *program.interface.uniforms, *program.interface.samplers,
    )  # fmt: skip
    for slot in slots:
        name = fresh(f"{slot.kind}_{identifier(slot.name)}", taken)
        rows = ", the rows of matrices" if slot.rows else ""
        yield f"{comment(slot.name)}: {comment(slot.spelled)}{rows}", name, slot.register
        if slot.registers > 1:
            yield "", fresh(f"{name}_registers", taken), slot.registers


def pieces(code: bytes) -> list[str]:
    """The code in hexadecimal digits."""
    digits = code.hex()
    return [digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS)]


def runs(program: Program) -> list[tuple[int, list[list[float]]]]:
    """The compiler's constants: the first register of each run of neighbours, and four numbers for each of them."""
    rows: dict[int, list[float]] = {}
    for constant in program.constants:
        rows.setdefault(constant.register, [0.0] * 4)[constant.component] = constant.value
    found: list[tuple[int, list[list[float]]]] = []
    for register in sorted(rows):
        if found and found[-1][0] + len(found[-1][1]) == register:
            found[-1][1].append(rows[register])
        else:
            found.append((register, [rows[register]]))
    return found
