"""Options that several commands share: their types, their completion, and the record that holds them.

Nothing here imports numpy or llvmlite before a command runs, so that `--help` and completion are fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_type_hints

import typer

if TYPE_CHECKING:
    from gpucc.terminal.wishes import Choices, Wishes

# for completion, which must not import the targets; a test compares the two lists
TARGETS = ("agal", "agsl", "lima-pp", "lima-vp", "pica200")
MATHS = ("glsl", "skia-cpu")
MATRICES = ("columns", "rows")
ARITHMETIC = ("strict", "default", "fast")
PREFERENCES = ("speed", "size")
# the stages that --stop-after accepts, in order; a test compares them with the driver's notices
STAGES = (
    "canonical", "optimised", "build", "simplify", "regroup chains", "ease indices", "flatten", "promote locals",
    "legalise", "simplify again", "add negated products", "settle indices", "complete outputs", "select", "schedule",
    "allocate", "encode", "check",
)  # fmt: skip
# the largest number of lanes to compare; a test compares it with the driver's
MOST_LANES = 1 << 24
COORDINATES = ("pixels", "uv", "flip")
LANGUAGES = (
    "ir", "agsl", "shadertoy", "glsl", "glsl100", "glsl300es", "glsl310es", "glsl320es", "glsl110", "glsl120",
    "glsl130", "glsl140", "glsl150", "glsl330", "glsl400", "glsl410", "glsl420", "glsl430", "glsl440", "glsl450",
    "glsl460",
)  # fmt: skip
ANDROIDS = ("13", "14", "15", "16", "skia-m144")


def _one_of(*words: str) -> Callable[[str], list[str]]:
    """Completion by these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete


def _target_or(*words: str) -> Callable[[str], list[str]]:
    """Completion by the names of targets, also of other packages, and by these words."""

    def complete(incomplete: str) -> list[str]:
        from gpucc.targets.entry_points import installed

        return _one_of(*TARGETS, *(name for name in sorted(installed()) if name not in TARGETS), *words)(incomplete)

    return complete


def _complete_emit(incomplete: str) -> list[str]:
    from gpucc.emit.files import KINDS

    return _one_of(*(kind.name for kind in KINDS), "graph")(incomplete)


def argument(metavar: str, text: str) -> Any:
    return typer.Argument(metavar=metavar, show_default=False, help=text)


def option(names: str, metavar: str, text: str, **more: Any) -> Any:
    return typer.Option(*names.split(), metavar=metavar, help=text, show_default=False, **more)


def flag(name: str, text: str, **more: Any) -> Any:
    return typer.Option(*name.split(), help=text, **more)


SHADER = "LLVM IR (.ll, .bc), GLSL (.vert, .frag, .vs, .fs and the like) or AGSL (.agsl)"
COMPILED = "A compiled program (.json, .agal, .agsl, .mbs, .shbin, .bin)"
Source = Annotated[str, argument("INPUT", f"{SHADER}; - is standard input.")]
Sources = Annotated[
    list[str], argument("INPUT...", f"{SHADER}; - is standard input; two are linked: vertex, fragment.")
]
Binary = Annotated[str, argument("FILE", f"{COMPILED}; - is standard input.")]
Runnable = Annotated[str, argument("FILE", f"{COMPILED}, or a source.")]
IsaX = Annotated[str, option("--isa", "X", "The target; `gpucc isas` lists them.", autocompletion=_target_or())]
IsaAll = Annotated[str, option("--isa", "X|all", "The target, or all; default all.", autocompletion=_target_or("all"))]
IsaMany = Annotated[
    list[str] | None, option("--isa", "X", "A target; repeatable; default all.", autocompletion=_target_or())
]
Output = Annotated[
    str | None,
    option("-o --output", "FILE", "A file, whose ending selects the format, or a folder; - is standard output."),
]
Emit = Annotated[
    str | None,
    option(
        "--emit",
        "KIND",
        "Format: asm, bin, agal, glsl2agal, hx, as, agsl, mbs, mesa, shbin, json, h, schedule, graph.",
        autocompletion=_complete_emit,
    ),
]
Entry = Annotated[str | None, option("--entry", "F", "The function to compile.")]
Entries = Annotated[list[str] | None, option("--entry", "F", "The function to compile; repeatable.")]
StageX = Annotated[
    str | None,
    option(
        "--stage",
        "vertex|fragment|geometry",
        "The shader's stage.",
        autocompletion=_one_of("vertex", "fragment", "geometry"),
    ),
]
Level = Annotated[
    int,
    option(
        "-O",
        "0..3",
        "How much to optimise; default 2. For lima, 3 searches for the shortest program (needs gpucc[exact], ortools).",
        min=0,
        max=3,
    ),
]
Bind = Annotated[
    list[str] | None,
    option("--bind", "NAME=KIND:N", "Make a value input, output, inout, uniform or sampler N; repeatable."),
]
Switches = Annotated[
    list[str] | None, option("--target", "KEY=VALUE", "A switch of the target (`gpucc isas X`); repeatable.")
]
Disable = Annotated[
    list[str] | None,
    option("--disable", "rule:NAME", "Compile without this rule; --explain lists those in use; repeatable."),
]
STAGE_WORDS = tuple(name.replace(" ", "-") for name in STAGES)
StopAfter = Annotated[
    str | None,
    option("--stop-after", "STAGE", "Print the result of this stage, and stop.", autocompletion=_one_of(*STAGE_WORDS)),
]
OnlyChanged = Annotated[bool, flag("--only-changed", "With --emit graph: of each stage only what it changed.")]
Manifest = Annotated[str | None, option("--manifest", "F", "Manifest with the constants and names of raw code.")]
Uniforms = Annotated[list[str] | None, option("--uniform", "NAME=NUMBERS", "A uniform's components; repeatable.")]
Textures = Annotated[list[str] | None, option("--texture", "NAME=FILE.png", "Picture of a sampler; repeatable.")]
Math = Annotated[
    str,
    option(
        "--math",
        "glsl|skia-cpu",
        "Compute AGSL's functions as GLSL defines them, or as Skia's CPU backend.",
        autocompletion=_one_of(*MATHS),
    ),
]
Arithmetic = Annotated[
    str,
    option(
        "--arithmetic",
        "strict|default|fast",
        "How far the order of operations may change.",
        autocompletion=_one_of(*ARITHMETIC),
    ),
]
Matrices = Annotated[
    str,
    option(
        "--matrices",
        "columns|rows",
        "Whether matrix uniforms of GLSL hold columns (default, as in OpenGL) or rows.",
        autocompletion=_one_of(*MATRICES),
    ),
]
Prefer = Annotated[
    str,
    option(
        "--prefer",
        "speed|size",
        "Prefer fewer executed instructions (default), or a shorter program.",
        autocompletion=_one_of(*PREFERENCES),
    ),
]
Effort = Annotated[
    int,
    option(
        "--effort", "N", "How hard to search, in percent; default 100; 0 takes the first program.", min=0, max=10_000
    ),
]
TimeLimit = Annotated[
    float | None,
    option("--time-limit", "S", "Seconds after which searches end with the best program they know.", min=0),
]
Derive = Annotated[
    bool, flag("--derive", "Let the host compute values that depend on uniforms alone; .json and .h say how.")
]
Assume = Annotated[
    list[str] | None,
    option("--assume", "NAME=WHAT", "What an input or uniform is: a value, LOW..HIGH, integer or affine; repeatable."),
]
Coord = Annotated[
    str | None,
    option(
        "--coord",
        "pixels|uv|flip",
        "For agsl: the meaning of the varying that becomes the coordinate; flip also turns gl_FragCoord.",
        autocompletion=_one_of(*COORDINATES),
    ),
]
Sampler = Annotated[
    list[str] | None,
    option(
        "--sampler",
        "NAME=WORDS",
        "A sampler's state, separated by commas: repeat, clamp or mirror; linear or nearest; mip; repeatable.",
    ),
]
Android = Annotated[
    str,
    option(
        "--android",
        "13..16|skia-m144",
        "The oldest Android that must accept the AGSL source.",
        autocompletion=_one_of(*ANDROIDS),
    ),
]
Define = Annotated[
    list[str] | None, option("-D", "NAME[=TEXT]", "Define a macro of GLSL, as 1 without a text; repeatable.")
]
Include = Annotated[
    list[str] | None, option("-I", "FOLDER", "A folder in which #include looks for files, too; repeatable.")
]
Language = Annotated[
    str | None,
    option(
        "--language",
        "L",
        "The source's language, if its name or #version does not tell: ir, agsl, shadertoy, glsl, glsl100, glsl330, ..",
        autocompletion=_one_of(*LANGUAGES),
    ),
]
Depends = Annotated[bool, flag("-MD", "Write a dependency file for Make or Ninja, too: the output's name with .d.")]
DependFile = Annotated[str | None, option("-MF", "FILE", "Where -MD writes.")]
DependTargets = Annotated[
    list[str] | None, option("-MT", "TARGET", "The target of the rule of -MD, instead of the outputs; repeatable.")
]
DependPhony = Annotated[bool, flag("-MP", "With -MD: an empty rule for each included file, which may then be deleted.")]
Half = Annotated[bool, flag("--half", "Round half, mediump and lowp to 16 bits where the target computes in more.")]
IncludeAnywhere = Annotated[
    bool, flag("--include-anywhere", "Let GLSL include files from outside the source's folder and those of -I.")
]
StrictEs = Annotated[
    bool, flag("--strict-es", "Refuse globals whose initial value is not constant, and desktop GLSL, as GLSL ES does.")
]
DemoteDoubles = Annotated[bool, flag("--demote-doubles", "Compute double and long double of LLVM IR as float.")]
Precision = Annotated[str, option("--precision", "native|f32", "The target's number format (default), or float32.")]

Lanes = Annotated[int, option("--lanes", "N", "Lanes to compare; default 4096.", min=1, max=MOST_LANES)]
Seed = Annotated[int, option("--seed", "S", "Seed of the inputs; default 0.", min=0, max=(1 << 64) - 1)]


VerifyLanes = Annotated[
    int | None, option("--verify", "N", "Lanes on which to check the result; default 256.", min=1, max=MOST_LANES)
]
NoVerify = Annotated[bool, flag("--no-verify", "Do not check the result against LLVM's JIT.")]
AllowUnverified = Annotated[
    bool, flag("--allow-unverified", "Write the result even if too few lanes could be checked.")
]
Stats = Annotated[bool, flag("--stats", "Print all statistics.")]
Werror = Annotated[bool, flag("-Werror", "Treat warnings as errors.")]
Quiet = Annotated[bool, flag("-w", "Print no warnings.")]
LinkMove = Annotated[
    bool, flag("--link-move", "Of two inputs: move arithmetic on varyings to the vertex shader where it is affine.")
]
CacheFolder = Annotated[
    str | None, option("--cache", "FOLDER", "Where compiled programs are kept; default GPUCC_CACHE, ~/.cache/gpucc.")
]
NoCache = Annotated[bool, flag("--no-cache", "Neither read nor write the cache.")]


def _choose_diagnostics(value: str | None) -> str | None:
    """Take the option at once, for the errors of other options."""
    if value is not None:
        from gpucc.terminal import console

        console.REPORTER.get().choose(value)
    return value


Diagnostics = Annotated[
    str | None,
    option(
        "--diagnostics",
        "json|sarif[=FILE]",
        "Errors and warnings as a document, on standard error or in a file.",
        callback=_choose_diagnostics,
        is_eager=True,
    ),
]


# the options of every command that compiles a source. A command with a parameter `choices` has these options, and
# receives them there as one record
CHOICES: dict[str, tuple[Any, Any]] = {
    "entry": (Entry, None),
    "stage": (StageX, None),
    "level": (Level, 2),
    "bind": (Bind, None),
    "target": (Switches, None),
    "math": (Math, "glsl"),
    "arithmetic": (Arithmetic, "default"),
    "android": (Android, "skia-m144"),
    "half": (Half, False),
    "include_anywhere": (IncludeAnywhere, False),
    "strict_es": (StrictEs, False),
    "demote_doubles": (DemoteDoubles, False),
    "prefer": (Prefer, "speed"),
    "effort": (Effort, 100),
    "time_limit": (TimeLimit, None),
    "derive": (Derive, False),
    "assume": (Assume, None),
    "sampler": (Sampler, None),
    "coord": (Coord, None),
    "define": (Define, None),
    "include": (Include, None),
    "language": (Language, None),
    "matrices": (Matrices, "columns"),
    "diagnostics": (Diagnostics, None),
}
# what developers of apps call these versions
API_LEVELS = {
    level: f"API level {level} is Android {version}"
    for level, version in (("33", "13"), ("34", "14"), ("35", "15"), ("36", "16"))
}
WORDS = {"math": MATHS, "matrices": MATRICES, "arithmetic": ARITHMETIC, "android": ANDROIDS, "prefer": PREFERENCES}
# the options of the commands that write programs, which have a parameter `wanted`
WANTED: dict[str, tuple[Any, Any]] = {
    "output": (Output, None),
    "emit": (Emit, None),
    "verify": (VerifyLanes, None),
    "no_verify": (NoVerify, False),
    "allow_unverified": (AllowUnverified, False),
    "stats": (Stats, False),
    "werror": (Werror, False),
    "quiet": (Quiet, False),
    "disable": (Disable, None),
    "link_move": (LinkMove, False),
    "depends": (Depends, False),
    "depend_file": (DependFile, None),
    "depend_targets": (DependTargets, None),
    "depend_phony": (DependPhony, False),
    "cache": (CacheFolder, None),
    "no_cache": (NoCache, False),
}
# the defaults of these parameters, needed after parameters with defaults; a command always receives records
NO_CHOICES: Any = None
NO_WISHES: Any = None
Command = TypeVar("Command", bound=Callable[..., Any])


def choosing(
    entry: Any = Entry, stage: str | None = None, **gathered: Mapping[str, tuple[Any, Any]]
) -> Callable[[Command], Command]:
    """Decorate a command that has a parameter `choices`: on the command line, the options of CHOICES take its place,
    and those of WANTED the place of a parameter `wanted`.

    `entry` is the type of the option --entry. A command that works on a single `stage` has no option for it. The
    options of a table in `gathered` take the place of the parameter of this name, which gets their values by name.
    """
    offered = {**CHOICES, "entry": (entry, None)}
    if stage is not None:
        del offered["stage"]
    records = {"choices": offered, "wanted": WANTED, **gathered}

    def decorate(command: Command) -> Command:
        wants = "wanted" in signature(command).parameters

        @wraps(command)
        def filled(**given: Any) -> Any:
            # chosen already, by its callback
            given.pop("diagnostics")
            shared = {"stage": stage} | {name: given.pop(name) for name in offered if name != "diagnostics"}
            more: dict[str, Any] = {"wanted": wishes_of(**{name: given.pop(name) for name in WANTED})} if wants else {}
            more |= {word: {name: given.pop(name) for name in table} for word, table in gathered.items()}
            return command(**given, **more, choices=choices_of(**shared))

        hints = get_type_hints(command, localns={"Choices": Any, "Wishes": Any}, include_extras=True)
        parameters: list[Parameter] = []
        for one in signature(command).parameters.values():
            given = records.get(one.name, {one.name: (hints[one.name], one.default)})
            parameters += [
                Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
                for name, (annotation, default) in given.items()
            ]
        vars(filled).update(__signature__=Signature(parameters))
        filled.__annotations__ = {one.name: one.annotation for one in parameters}
        return cast("Command", filled)

    return decorate


def wishes_of(
    verify: int | None,
    no_verify: bool,
    disable: Sequence[str] | None,
    depends: bool,
    depend_file: str | None,
    depend_targets: Sequence[str] | None,
    depend_phony: bool,
    cache: str | None,
    no_cache: bool,
    **more: Any,
) -> Wishes:
    """Make the record from the values of the options; `more` are those that need no conversion."""
    from gpucc.terminal import wishes
    from gpucc.terminal.depends import depend_wishes
    from gpucc.terminal.places import cache_folder

    return wishes.Wishes(
        lanes=wishes.lanes_to_verify(verify, no_verify),
        disable=tuple(disable or ()),
        depends=depend_wishes(depends, depend_file, depend_targets or (), depend_phony),
        cache=cache_folder(cache, no_cache),
        **more,
    )


def choices_of(
    entry: str | Sequence[str] | None,
    stage: str | None,
    bind: Sequence[str] | None,
    target: Sequence[str] | None,
    assume: Sequence[str] | None,
    sampler: Sequence[str] | None,
    coord: str | None,
    define: Sequence[str] | None,
    include: Sequence[str] | None,
    language: str | None,
    **more: Any,
) -> Choices:
    """Make the record from the values of the options; `more` are those that need no conversion."""
    from gpucc.terminal import wishes

    for name, words in WORDS.items():
        wishes.check_word(f"--{name}", more[name], words, API_LEVELS if name == "android" else wishes.NO_NOTES)
    entries = (entry,) if entry and isinstance(entry, str) else tuple(entry or ())
    if coord is not None:
        wishes.check_word("--coord", coord, COORDINATES)
    if language is not None:
        wishes.check_word("--language", language, LANGUAGES)
    switches = wishes.pairs("--target", (*(target or ()), *([f"coord={coord}"] if coord else ())))
    return wishes.Choices(
        entries,
        wishes.stage_named(stage),
        bind=tuple(bind or ()),
        target=switches,
        assume=tuple(assume or ()),
        sampler=tuple(sampler or ()),
        define=wishes.macros(define or ()),
        include=wishes.folders(include or ()),
        language=language,
        **more,
    )
