"""Prints bundles as lima vertex assembly, in which every statement names its unit, its op and the origin of each
operand.

One instruction a line, statements separated by `;`, a line that begins with `;` continues the one above.
docs/lima-vp.md has the grammar. A load is implied, and not a statement of its own, if operands such as `a0.x`, `r3.y`,
`u7.z` determine it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gpucc.emit.digits import rows_of
from gpucc.emit.lima_lines import WIDTH
from gpucc.emit.lima_vp import LimaVpCoder, LimaVpListing, LimaVpRawWord, coder, decode_listing
from gpucc.emit.names import interface_comments, registers_of
from gpucc.isa.lima_vp import INSTRUCTION_BYTES, LIMA_VP
from gpucc.isa.model import LETTERS, Op
from gpucc.isa.wide import Bundle, Issue, Load, LoadUnit, WideIsa, WideRead, WideStore
from gpucc.program import Interface, Program
from gpucc.records import dataclass

INFIX = {"mul": "*", "add": "+", "ge": ">=", "lt": "<"}
# ops whose operands are not written in the order of their fields
ORDER = {"select": ("condition", "then", "otherwise")}
PREFIXES = {"register": "r", "attribute": "a", "uniform": "u", "varying": "v", "temporary": "t"}


def print_program(program: Program, isa: WideIsa = LIMA_VP) -> str:
    """Return the assembly of a compiled program with its interface and constants as comments."""
    listing = decode_listing(program.code, isa)
    constants = [f"// u{number} = {row}" for number, row in rows_of(program.constants)]
    lines = [_title(listing), *_interface(program.interface), *constants, *_body(listing, isa)]
    return "\n".join(lines) + "\n"


def print_listing(listing: LimaVpListing, isa: WideIsa = LIMA_VP) -> str:
    return "\n".join([_title(listing), *_body(listing, isa)]) + "\n"


def disassemble(code: bytes, isa: WideIsa = LIMA_VP) -> str:
    return print_listing(decode_listing(code, isa), isa)


# Comments -----------------------------------------------------------------------------------------------------------


def _title(listing: LimaVpListing) -> str:
    count = len(listing.words)
    return f"// {LIMA_VP.name}, {count} instruction{'s' * (count != 1)}"


def _interface(interface: Interface) -> list[str]:
    groups = (("a", interface.inputs), ("v", interface.outputs), ("u", interface.uniforms))
    rows = [(registers_of(slot, f"{prefix}{{}}".format), slot) for prefix, slots in groups for slot in slots]
    return interface_comments("//", rows)


# Instructions -------------------------------------------------------------------------------------------------------


def _body(listing: LimaVpListing, isa: WideIsa) -> list[str]:
    printer = LimaVpPrinter(coder(isa))
    width = len(str(max(len(listing.words) - 1, 0))) + 3
    lines = []
    for number, word in enumerate(listing.words):
        label = f"{number}:".ljust(width)
        if isinstance(word, LimaVpRawWord):
            words = " ".join(
                f"{int.from_bytes(word.data[at : at + 4], 'little'):08x}" for at in range(0, INSTRUCTION_BYTES, 4)
            )
            lines.append(f"{label}.word {words}  // {word.reason}")
        else:
            lines += _wrap(label, printer.statements(word))
    if listing.tail:
        lines.append(
            f".tail {listing.tail.hex()}  // {len(listing.tail)} bytes of {INSTRUCTION_BYTES}: a cut instruction"
        )
    return lines


def _wrap(label: str, statements: Sequence[str]) -> list[str]:
    lines = [label]
    empty = True
    for statement in statements:
        if not empty and len(lines[-1]) + 2 + len(statement) > WIDTH:
            lines.append(" " * (len(label) - 2) + "; ")
            empty = True
        lines[-1] += statement if empty else f"; {statement}"
        empty = False
    return lines


@dataclass(frozen=True, slots=True)
class VectorName:
    """A vec4 as an operand names it, before its load unit is chosen."""

    file: str
    address: int
    index: str = ""

    def __str__(self) -> str:
        prefix = PREFIXES[self.file]
        if not self.index:
            return f"{prefix}{self.address}"
        return f"{prefix}[{self.index}+{self.address}]" if self.address else f"{prefix}[{self.index}]"


class CrowdedLoads(Exception):
    """One instruction would have to load more vec4s of a kind than it can."""

    def __init__(self, name: VectorName, loads: Sequence[Load]) -> None:
        super().__init__(name)
        self.name = name
        self.loads = loads


def assign(
    names: Iterable[VectorName], fixed: Mapping[str, Load], units: Sequence[LoadUnit]
) -> tuple[dict[str, Load], dict[VectorName, str]]:
    """Choose a load unit for each vec4, besides the fixed loads.

    Names with the fewest possible units come first. Among several units, the one with the fewest other uses is chosen.
    """
    loads = dict(fixed)
    chosen: dict[VectorName, str] = {}
    able = {
        name: sorted((u for u in units if name.file in dict(u.files)), key=lambda u: len(u.files)) for name in names
    }
    for name, candidates in sorted(able.items(), key=lambda entry: len(entry[1])):
        for unit in candidates:
            if loads.get(unit.name) == Load(unit.name, name.file, name.address, name.index):
                chosen[name] = unit.name
                break
        else:
            free = next((unit for unit in candidates if unit.name not in loads), None)
            if free is None:
                raise CrowdedLoads(name, [loads[unit.name] for unit in candidates])
            loads[free.name] = Load(free.name, name.file, name.address, name.index)
            chosen[name] = free.name
    return loads, chosen


class LimaVpPrinter:
    """Prints the statements of one bundle. A load that operands do not imply becomes a statement."""

    def __init__(self, found: LimaVpCoder) -> None:
        self.coder = found
        self.names: dict[str, str] = {}

    def statements(self, bundle: Bundle) -> list[str]:
        loads = {unit: self.coder.load(bundle, unit) for unit in self.coder.loads}
        explicit, self.names = self._naming(bundle, loads)
        parts = [self._issue(issue) for issue in bundle.issues]
        parts += self._stores(bundle.stores)
        parts += [f"{load.unit} = {VectorName(load.file, load.address, load.index)}" for load in explicit]
        if bundle.branch is not None:
            parts.append(f"branch {bundle.branch}")
        return parts or ["nop"]

    def parts(self, bundle: Bundle) -> list[tuple[str, str]]:
        """Return the work of every unit, for pictures: like the statements, but including loads that operands imply."""
        loads = {unit: self.coder.load(bundle, unit) for unit in self.coder.loads}
        _, self.names = self._naming(bundle, loads)
        found = [(issue.unit, self._issue(issue).partition(" = ")[2]) for issue in bundle.issues]
        found += [(load.unit, str(VectorName(load.file, load.address, load.index))) for load in bundle.loads]
        found += [(store.unit, text) for store in bundle.stores for text in self._stores([store])]
        if bundle.branch is not None:
            found.append(("branch", f"to {bundle.branch}"))
        return found

    def _naming(self, bundle: Bundle, loads: dict[str, Load]) -> tuple[list[Load], dict[str, str]]:
        """Return the loads to print, and the name of each load unit in operands: its vec4 if that implies the unit, or
        the unit.
        """
        read = [
            read.unit for issue in bundle.issues for read in issue.reads if read.unit in loads and read.distance == 0
        ]
        read += [unit for issue in bundle.issues for unit in implied(self.coder.ops[issue.op])]
        called = {
            unit: VectorName(loads[unit].file, loads[unit].address, loads[unit].index) for unit in dict.fromkeys(read)
        }
        units = list(self.coder.loads.values())
        told = {unit: load for unit, load in loads.items() if unit in called or load in bundle.loads}
        tries: list[dict[str, Load]] = [{}, *({unit: load} for unit, load in told.items()), told]
        for fixed in tries:
            try:
                brought, chosen = assign(called.values(), fixed, units)
            except CrowdedLoads:
                continue
            same = all(load == brought.get(unit, self.coder.load(Bundle(), unit)) for unit, load in loads.items())
            if same and all(chosen[name] == unit for unit, name in called.items()):
                break
        return list(fixed.values()), {
            unit: str(name) if chosen[name] == unit else unit for unit, name in called.items()
        }

    def _issue(self, issue: Issue) -> str:
        op = self.coder.ops[issue.op]
        left = issue.unit + "".join(name[-1] for name in op.claims)
        return f"{left} = {self._expression(issue, op)}"

    def _expression(self, issue: Issue, op: Op) -> str:
        sign = "-" if issue.negate else ""
        first, rest = issue.reads[0], issue.reads[1:]
        if any(move.unit == issue.unit and move.op == op.name and move.rest == rest for move in self.coder.wide.moves):
            return sign + self._read(issue.unit, 0, first)
        if op.name in INFIX:
            second, infix = rest[0], INFIX[op.name]
            if op.name == "add" and second.negate:
                second, infix = WideRead(second.unit, second.distance, second.component), "-"
            text = f"{self._read(issue.unit, 0, first)} {infix} {self._read(issue.unit, 1, second)}"
            return f"-({text})" if sign else text
        reads = [self._read(issue.unit, i, read) for i, read in enumerate(issue.reads)]
        names = [operand.name for operand in op.operands if not operand.place]
        arguments = [reads[names.index(name)] for name in ORDER.get(op.name, names)]
        arguments += [self.names[unit] for unit in implied(op)]
        arguments += [text for text in reads[len(names) :] if text != "none"]
        return f"{sign}{op.name}({', '.join(arguments)})"

    def _read(self, unit: str, place: int, read: WideRead) -> str:
        sign = "-" if read.negate else ""
        if read.unit == "unused":
            return f"{sign}none"
        if read.unit == "identity":
            ports = self.coder.units[unit].ports
            return f"{sign}{ports[min(place, len(ports) - 1)].identity:g}"
        if read.unit not in self.coder.loads:
            return f"{sign}{read.unit}@{read.distance}"
        if read.distance:
            return f"{sign}{read.unit}.{LETTERS[read.component]}@{read.distance}"
        return f"{sign}{self.names[read.unit]}.{LETTERS[read.component]}"

    def _stores(self, stores: Sequence[WideStore]) -> list[str]:
        """Return one statement a vec4: halves with the same target are written together."""
        targets: dict[tuple[str, int], list[tuple[int, str]]] = {}
        empty = []
        for store in stores:
            places = [component for component, _ in self.coder.stores[store.unit].sources]
            written = [(place, source) for place, source in zip(places, store.sources, strict=True) if source]
            if written:
                targets.setdefault((store.file, store.address), []).extend(written)
            else:
                empty.append(self._store(store.file, store.address, [(place, "none") for place in places]))
        return [self._store(file, address, written) for (file, address), written in targets.items()] + empty

    def _store(self, file: str, address: int, written: Sequence[tuple[int, str]]) -> str:
        index = dict(next(iter(self.coder.stores.values())).indirect).get(file, "")
        lanes = "".join(LETTERS[component] for component, _ in written)
        return f"{VectorName(file, address, index)}.{lanes} = {', '.join(source for _, source in written)}"


def implied(op: Op) -> list[str]:
    """Return the load units that an op reads by itself, without a field that names them."""
    return list(dict.fromkeys(operand.place.split(".")[0] for operand in op.operands if operand.place))
