"""The commands: each checks its options, calls the driver, and shows or writes the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gpucc import driver
from gpucc.emit.files import write_files
from gpucc.errors import GpuccError, InputError, Location, Unsupported, UsageError
from gpucc.program import Program, Stage
from gpucc.terminal import console
from gpucc.terminal.outputs import contents_of, deliver, names_of, plan_outputs, refuse_written
from gpucc.terminal.wishes import (
    Choices,
    GivenSource,
    assembly_of,
    beside,
    check_isa,
    placed,
    read_shader,
    read_source,
    readable,
)

MOST_VIOLATIONS = 20
# verdicts in the table of `gpucc verify`
WORDS = {"differs": "DIFFERS", "verified": "agrees", "structure": "structure agrees", "unverified": "NOT VERIFIED"}


# verify ---------------------------------------------------------------------------------------------------------------


def verify_source(word: str, isa: str, choices: Choices, lanes: int, seed: int) -> int:
    """Print a table of verdicts. Returns 3 if a target differs, 1 if one is not verified. Targets that refuse the
    source are reported; if all do, the first refusal is raised."""
    check_isa(isa, more=("all",))
    source = read_shader(word, choices.language)
    with console.Progress() as progress:
        progress(f"comparing {lanes} lanes")
        results = driver.verify(
            source.data, isa, lanes=lanes, seed=seed, entry=choices.entry, name=source.name,
            observe=lambda stage, value: progress(str(value)), **choices.arguments(),
        )  # fmt: skip
    errors = [result for _, result in results if isinstance(result, GpuccError)]
    if len(errors) == len(results):
        with placed(source):
            raise errors[0]
    rows: list[list[object]] = [["isa", "verdict", "lanes", "compared", "max ulp", "max abs", "precision"]]
    details: list[str] = []
    for name, result in results:
        if isinstance(result, GpuccError):
            rows.append([name, "unsupported"])
            details.append(result.message if result.message.startswith(name) else f"{name}: {result.message}")
            continue
        verdict = WORDS[result.verdict]
        rows.append([name, verdict, result.lanes, result.compared, result.max_ulp, result.max_abs, result.precision])
        if not result.passed:
            details.append(f"{name}: {result.describe()}")
        elif result.doubt is not None:
            details.append(f"{name}: {result.doubt}")
    console.put(console.table(rows))
    for detail in details:
        console.say(detail)
    if any(error.exit_code == 3 for error in errors) or not all(
        isinstance(r, GpuccError) or r.passed for _, r in results
    ):
        return 3
    return 0 if all(isinstance(result, GpuccError) or result.verified for _, result in results) else 1


# asm, disasm, isas ----------------------------------------------------------------------------------------------------


# code of printable characters alone, and what no instruction became: a text that was mistaken for code
PRINTABLE = re.compile(rb"[\t\n\r -~]{16,}")
RAW_LINES = re.compile(r"^\s*\.word\b", re.MULTILINE)


def assemble_file(
    word: str, isa: str, output: str | None, emit: str | None, stage: Stage | None, target: Mapping[str, str]
) -> None:
    check_isa(isa)
    source = read_source(word)
    plan = plan_outputs(output, emit, [source.label], default=driver.own_format(isa), inputs=[word])
    if plan.kind is None:
        raise UsageError("assembly has no graph; --emit graph goes with a source")
    program = driver.assemble(assembly_of(source), isa, stage=stage, target=target, name=source.name)
    deliver(plan, contents_of(plan, [program], [], names_of(plan, [source.label])))


def disassemble_file(
    word: str, isa: str, output: str | None, check: bool, profile: str | None, manifest: str | None
) -> int:
    """Disassemble a binary; with `check`, report every broken rule as an error of its own."""
    if profile and not check:
        raise UsageError("--profile says whose rules --check checks; it does nothing alone")
    if isa:
        check_isa(isa)
    source = read_source(word)
    if not isa or _has_manifest(source, manifest):
        refuse_written(word)
    plan = plan_outputs(output, "asm", [source.label], inputs=[word, *beside(word, manifest)])
    program = _described(source, manifest)
    name = isa or (program.isa if program else _isa_of(source, word))
    if program and program.isa != name:
        raise UsageError(f"{word!r} is a program for {program.isa}, not for {name}")
    if program:
        code, text = program.code, driver.disassemble(program)
    else:
        code = source.data if isinstance(source.data, bytes) else source.data.read_bytes()
        with _about(source.name):
            text = driver.disassemble(code, name)
            if RAW_LINES.search(text) and PRINTABLE.fullmatch(code):
                note = (
                    f"gpucc asm {word} --isa {name} reads assembly, and in it words of a log: `.word 022a1086 31003c60`"
                )
                raise InputError("this is text, and disasm reads code", notes=(note,))
    with _about(source.name):
        violations = driver.check(code, name, profile) if check else []
    if plan.paths:
        write_files({plan.paths[0]: text.encode("utf-8", "backslashreplace")})
    else:
        console.put(text)
    for violation in violations[:MOST_VIOLATIONS]:
        console.diagnose(
            InputError(str(violation), Location(source.name), (violation.remedy,) if violation.remedy else ())
        )
    if len(violations) > MOST_VIOLATIONS:
        console.say(f"note: {len(violations) - MOST_VIOLATIONS} more broken rules are not shown")
    return 1 if violations else 0


@contextmanager
def _about(name: str) -> Iterator[None]:
    """Attach the file's name to errors in its bytes."""
    try:
        yield
    except GpuccError as error:
        if error.location is None or error.location.file.startswith("<"):
            error.location = Location(name)
        raise


def _described(source: GivenSource, manifest: str | None) -> Program | None:
    """Load the program with names and constants from its manifest, if there is one."""
    if isinstance(source.data, bytes):
        if manifest:
            raise UsageError("--manifest goes with a file, not with standard input")
        return _whole(source.data, source.name)
    path = source.data
    if path.suffix.lower() == ".json" or _has_manifest(source, manifest):
        return driver.load(path, readable(manifest) if manifest else None)
    return _whole(path.read_bytes(), source.name)


def _has_manifest(source: GivenSource, manifest: str | None) -> bool:
    return isinstance(source.data, Path) and bool(manifest or source.data.with_suffix(".json").is_file())


def _whole(data: bytes, name: str) -> Program | None:
    """The program in a container; None if the target cannot run it, because it can still be disassembled."""
    try:
        return driver.contained(data, name)
    except Unsupported:
        return None


def _isa_of(source: GivenSource, word: str) -> str:
    """The target that a file's extension implies; if there is none, --isa is required, unless this is no code."""
    ending = Path(word).suffix.lower()
    names: tuple[str, ...] = ()
    magic = b""
    with suppress(UsageError):
        kind = driver.format_of(f"x{ending}")
        names, magic = driver.holders(kind.name), kind.magic
    if len(names) == 1:
        return names[0]
    code = source.data if isinstance(source.data, bytes) else source.data.read_bytes()
    place = Location(source.name)
    if not code:
        raise InputError("the input is empty", place)
    if PRINTABLE.fullmatch(code):
        raise InputError("this is text, and disasm reads code", place, ("gpucc asm reads assembly",))
    if magic:
        note = "--isa says for which target this is, if it is code alone"
        raise InputError(f"this does not begin with {magic.decode()}, as {ending} files do", place, (note,))
    check_isa("")
    return ""


def show_isas(name: str | None) -> None:
    """List the targets or the members of a family, or print the description of one."""
    if name is None:
        names, faults = driver.usable_isas()
        console.put(f"{_overview(names)}\n\n{_families()}\n")
        if faults:
            faults[0].also = tuple(faults[1:])
            raise faults[0]
        return
    check_isa(name, family=True)
    members = driver.family_named(name)
    if members:
        told = f"{name} is a family: --isa {name} compiles each shader for the member that runs its stage.\n"
        console.put(f"{told}\n{_overview(members)}\n\ngpucc isas {members[0]} describes that member.\n")
        return
    tables = driver.describe_isa(name)
    console.put("\n".join(f"{each.title}\n{console.table([each.heading, *each.rows], '  ')}\n" for each in tables))


def _families() -> str:
    """What each common name of several targets stands for."""
    lines = (
        f"--isa {name} compiles each shader for {' or '.join(driver.family_named(name))}, by its stage"
        for name in driver.families()
    )
    return "\n".join(lines)


def _overview(names: Sequence[str]) -> str:
    """A table of targets: what each one is, and its stages."""
    rows = [driver.describe_isa(name)[0].rows[0][:3] for name in names]
    return console.table([("isa", "what it is", "stages"), *rows])
