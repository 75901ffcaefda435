"""The command line's grammar: commands, options, completion, exit codes. What the commands do stands in terminal/.

Nothing here imports numpy or llvmlite, so `--help` and completion answer at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from gpucc import __version__
from gpucc.errors import INTERRUPTED, GpuccError, InputError, UsageError
from gpucc.terminal import console

if TYPE_CHECKING:
    from gpucc.terminal.wishes import Choices

DEFAULT = "compile"
# for completion only, which must not import the targets themselves; a test compares the two
TARGETS = ("agal", "agsl", "lima-pp", "lima-vp", "pica200")
MATHS = ("glsl", "skia-cpu")
ARITHMETIC = ("strict", "default", "fast")
# the largest number of lanes that is compared; a test holds it against the driver's
MOST_LANES = 1 << 24
ANDROIDS = ("13", "14", "15", "16", "skia-m144")
UNWRITABLE = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)
# what Typer raises for a wrong command line; current Typer carries its own copy of click, older ones import it
GRAMMAR_ERROR: Any = typer.BadParameter.__mro__[2]


class CommandGroup(TyperGroup):
    """`gpucc kernel.ll --isa X` needs no command: what does not begin with one is the default command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if args and args[0] not in self.commands and args[0].partition("=")[0] not in own:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        own = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return own
        command = self.commands[DEFAULT]
        taken = {item.value for item in own}
        inner = command.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True)
        return own + [item for item in command.shell_complete(inner, incomplete) if item.value not in taken]


app = typer.Typer(cls=CommandGroup, rich_markup_mode=None, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})


def _one_of(*words: str) -> Callable[[str], list[str]]:
    """What completes to one of these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete


def _complete_emit(incomplete: str) -> list[str]:
    from gpucc.emit.files import KINDS

    return _one_of(*(kind.name for kind in KINDS), "graph")(incomplete)


def _show_version(value: bool) -> None:
    if value:
        console.put(f"gpucc {__version__}")
        raise typer.Exit


def _argument(metavar: str, text: str) -> Any:
    return typer.Argument(metavar=metavar, show_default=False, help=text)


def _option(names: str, metavar: str, text: str, **more: Any) -> Any:
    return typer.Option(*names.split(), metavar=metavar, help=text, show_default=False, **more)


def _flag(name: str, text: str, **more: Any) -> Any:
    return typer.Option(name, help=text, **more)


SHADER = "LLVM IR (.ll, .bc), GLSL ES (.vert, .frag) or AGSL (.agsl)"
COMPILED = "A compiled program (.json, .agal, .agsl, .mbs, .shbin, .bin)"
Source = Annotated[str, _argument("INPUT", f"{SHADER}; - is standard input.")]
Sources = Annotated[list[str], _argument("INPUT...", f"{SHADER}; - is standard input; two are linked: vertex, fragment.")]
Binary = Annotated[str, _argument("FILE", f"{COMPILED}; - is standard input.")]
Runnable = Annotated[str, _argument("FILE", f"{COMPILED}, or a source.")]
IsaX = Annotated[str, _option("--isa", "X", "The target; `gpucc isas` lists them.", autocompletion=_one_of(*TARGETS))]
IsaAll = Annotated[str, _option("--isa", "X|all", "The target, or all; default all.", autocompletion=_one_of(*TARGETS, "all"))]
IsaMany = Annotated[list[str] | None, _option("--isa", "X", "A target; repeatable; default all.", autocompletion=_one_of(*TARGETS))]
Output = Annotated[str | None, _option("-o --output", "FILE", "Where to; the ending names the format; - is standard output.")]
Emit = Annotated[
    str | None,
    _option("--emit", "KIND", "Format: asm, bin, agal, agsl, mbs, shbin, json, h, schedule, report, graph.", autocompletion=_complete_emit),
]
Entry = Annotated[str | None, _option("--entry", "F", "The function to compile.")]
Entries = Annotated[list[str] | None, _option("--entry", "F", "The function to compile; repeatable.")]
StageX = Annotated[str | None, _option("--stage", "vertex|fragment", "The shader's stage.", autocompletion=_one_of("vertex", "fragment"))]
Level = Annotated[
    int,
    _option(
        "-O",
        "0..3",
        "How much to optimise; default 2. For lima, 3 searches for the shortest program (needs gpucc[exact], ortools).",
        min=0,
        max=3,
    ),
]
Bind = Annotated[list[str] | None, _option("--bind", "NAME=KIND:N", "Make a value input, output, inout, uniform or sampler N; repeatable.")]
Switches = Annotated[list[str] | None, _option("--target", "KEY=VALUE", "A switch of the target (`gpucc isas X`); repeatable.")]
Manifest = Annotated[str | None, _option("--manifest", "F", "Manifest with the constants and names of raw code.")]
Textures = Annotated[list[str] | None, _option("--texture", "NAME=FILE.png", "Picture of a sampler; repeatable.")]
Math = Annotated[
    str, _option("--math", "glsl|skia-cpu", "AGSL's functions as GLSL has them, or as Skia's CPU.", autocompletion=_one_of(*MATHS))
]
Arithmetic = Annotated[
    str,
    _option("--arithmetic", "strict|default|fast", "How far the order of operations may change.", autocompletion=_one_of(*ARITHMETIC)),
]
Android = Annotated[
    str, _option("--android", "13..16|skia-m144", "The oldest Android that shall take the AGSL source.", autocompletion=_one_of(*ANDROIDS))
]
Half = Annotated[bool, _flag("--half", "Round half and mediump to 16 bits where the target computes in more.")]
IncludeAnywhere = Annotated[bool, _flag("--include-anywhere", "Let GLSL include files from outside the source's folder.")]
Precision = Annotated[str, _option("--precision", "native|f32", "The target's number format (default), or float32.")]


@app.callback()
def root(version: Annotated[bool, _flag("--version", "Print the version.", callback=_show_version, is_eager=True)] = False) -> None:
    """Compile LLVM IR and shaders for small, odd GPUs, and check every result against LLVM's JIT.

    `gpucc INPUT --isa X` is short for `gpucc compile INPUT --isa X`. A file named like a command is ./verify.
    """


@app.command()
def compile(
    inputs: Sources,
    isa: IsaX = "",
    output: Output = None,
    emit: Emit = None,
    entry: Entries = None,
    stage: StageX = None,
    level: Level = 2,
    bind: Bind = None,
    target: Switches = None,
    math: Math = "glsl",
    arithmetic: Arithmetic = "default",
    android: Android = "skia-m144",
    half: Half = False,
    include_anywhere: IncludeAnywhere = False,
    verify: Annotated[
        int | None, _option("--verify", "N", "Lanes on which to check the result; default 256.", min=1, max=MOST_LANES)
    ] = None,
    no_verify: Annotated[bool, _flag("--no-verify", "Do not check the result against LLVM's JIT.")] = False,
    allow_unverified: Annotated[bool, _flag("--allow-unverified", "Write the result even if too few lanes could be checked.")] = False,
    stats: Annotated[bool, _flag("--stats", "Print all statistics.")] = False,
    explain: Annotated[bool, _flag("--explain", "Print what every stage made: graph, selection, schedule, verdict.")] = False,
    werror: Annotated[bool, _flag("-Werror", "Warnings are errors.")] = False,
    quiet: Annotated[bool, _flag("-w", "No warnings.")] = False,
) -> None:
    """Compile a shader: assembly on standard output, or what -o says."""
    from gpucc.terminal import commands, wishes

    lanes = wishes.lanes_to_verify(verify, no_verify)
    wanted = wishes.Wishes(output, emit, lanes, stats, explain, werror, quiet, allow_unverified)
    commands.compile_inputs(
        inputs, isa, _choices(entry, stage, level, bind, target, math, arithmetic, android, half, include_anywhere), wanted
    )


@app.command()
def verify(
    source: Source,
    isa: IsaAll = "all",
    lanes: Annotated[int, _option("--lanes", "N", "Lanes to compare; default 4096.", min=1, max=MOST_LANES)] = 4096,
    seed: Annotated[int, _option("--seed", "S", "Seed of the inputs; default 0.", min=0, max=(1 << 64) - 1)] = 0,
    entry: Entry = None,
    stage: StageX = None,
    level: Level = 2,
    bind: Bind = None,
    target: Switches = None,
    math: Math = "glsl",
    arithmetic: Arithmetic = "default",
    android: Android = "skia-m144",
    half: Half = False,
    include_anywhere: IncludeAnywhere = False,
) -> int:
    """Compare a shader on its targets with LLVM's JIT."""
    from gpucc.terminal import commands

    return commands.verify_source(
        source,
        isa,
        _choices(entry, stage, level, bind, target, math, arithmetic, android, half, include_anywhere),
        lanes,
        seed,
    )


@app.command()
def run(
    file: Runnable,
    inputs: Annotated[str | None, _option("--inputs", "IN.npz", "Arrays by name: inputs (lanes first), uniforms, textures.")] = None,
    output: Annotated[str | None, _option("-o --output", "OUT.npz", "Where to; without it the first lanes are printed.")] = None,
    manifest: Manifest = None,
    precision: Precision = "native",
    isa: IsaX = "",
    entry: Entry = None,
    stage: StageX = None,
    level: Level = 2,
    bind: Bind = None,
    target: Switches = None,
    math: Math = "glsl",
    arithmetic: Arithmetic = "default",
    android: Android = "skia-m144",
    half: Half = False,
    include_anywhere: IncludeAnywhere = False,
) -> None:
    """Run a program in the target's simulator."""
    from gpucc.terminal import running

    choices = _choices(entry, stage, level, bind, target, math, arithmetic, android, half, include_anywhere)
    running.run_file(file, isa, choices, inputs, output, manifest, precision)


@app.command()
def render(
    file: Runnable,
    output: Annotated[str | None, _option("-o --output", "OUT.png", "The picture.")] = None,
    size: Annotated[str, _option("--size", "WxH", "Pixels; default 512x512.")] = "512x512",
    varying: Annotated[
        list[str] | None, _option("--varying", "NAME=EXPR", "Components in terms of u, v, x, y, w, h, pi; repeatable.")
    ] = None,
    uniform: Annotated[list[str] | None, _option("--uniform", "NAME=NUMBERS", "A uniform's components; repeatable.")] = None,
    texture: Textures = None,
    diff: Annotated[bool, _flag("--diff", "Draw the difference from LLVM's JIT instead, amplified.")] = False,
    manifest: Manifest = None,
    precision: Precision = "native",
    isa: IsaX = "",
    entry: Entry = None,
    level: Level = 2,
    bind: Bind = None,
    target: Switches = None,
    math: Math = "glsl",
    arithmetic: Arithmetic = "default",
    android: Android = "skia-m144",
    half: Half = False,
    include_anywhere: IncludeAnywhere = False,
) -> None:
    """Run a fragment program over a grid of pixels and write the picture."""
    from gpucc.terminal import running, wishes

    choices = _choices(entry, "fragment", level, bind, target, math, arithmetic, android, half, include_anywhere)
    scene = running.Scene(
        size,
        wishes.pairs("--varying", varying or ()),
        wishes.pairs("--uniform", uniform or ()),
        wishes.pairs("--texture", texture or ()),
    )
    running.render_file(file, isa, choices, scene, output, manifest, precision, diff)


@app.command()
def asm(
    file: Annotated[str, _argument("FILE", "Assembly; - is standard input.")],
    isa: IsaX = "",
    output: Output = None,
    emit: Emit = None,
    stage: StageX = None,
    target: Switches = None,
) -> None:
    """Assemble a text to a binary on standard output, or to what -o says."""
    from gpucc.terminal import commands, wishes

    commands.assemble_file(file, isa, output, emit, wishes.stage_named(stage), wishes.pairs("--target", target or ()))


@app.command()
def disasm(
    file: Binary,
    isa: IsaX = "",
    output: Output = None,
    check: Annotated[bool, _flag("--check", "Check the program against the target's rules; exit 1 if it breaks one.")] = False,
    profile: Annotated[str | None, _option("--profile", "P", "Whose rules to check; the target's first profile by default.")] = None,
    manifest: Manifest = None,
) -> int:
    """Print a binary as assembly."""
    from gpucc.terminal import commands

    return commands.disassemble_file(file, isa, output, check, profile, manifest)


@app.command()
def isas(name: Annotated[str | None, _argument("[X]", "A target.")] = None) -> None:
    """List the targets, or one target's registers, ops, limits and switches."""
    from gpucc.terminal import commands

    commands.show_isas(name)


@app.command()
def cost(
    source: Source,
    isa: IsaMany = None,
    entry: Entry = None,
    stage: StageX = None,
    level: Level = 2,
    bind: Bind = None,
    target: Switches = None,
    math: Math = "glsl",
    arithmetic: Arithmetic = "default",
    android: Android = "skia-m144",
    half: Half = False,
    include_anywhere: IncludeAnywhere = False,
) -> None:
    """Count instructions and words per source line and target."""
    from gpucc.terminal import cost as costs

    costs.show_cost(
        source,
        isa or [],
        _choices(entry, stage, level, bind, target, math, arithmetic, android, half, include_anywhere),
    )


def _choices(
    entry: str | Sequence[str] | None,
    stage: str | None,
    level: int,
    bind: Sequence[str] | None,
    target: Sequence[str] | None,
    math: str,
    arithmetic: str,
    android: str,
    half: bool,
    include_anywhere: bool,
) -> Choices:
    from gpucc.terminal import wishes

    wishes.check_word("--math", math, MATHS)
    wishes.check_word("--arithmetic", arithmetic, ARITHMETIC)
    wishes.check_word("--android", android, ANDROIDS)
    switches, binds = wishes.pairs("--target", target or ()), tuple(bind or ())
    entries = (entry,) if entry and isinstance(entry, str) else tuple(entry or ())
    return wishes.Choices(entries, wishes.stage_named(stage), level, binds, switches, math, arithmetic, android, half, include_anywhere)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; the last net under every error."""
    console.prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = typer.main.get_command(app).main(words, prog_name="gpucc", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except GpuccError as error:
        console.diagnose(error, words)
        return error.exit_code
    except GRAMMAR_ERROR as error:
        return _wrong_grammar(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except console.ReaderGone:
        return console.leave_pipe()
    except SystemExit as ended:
        # Typer exits after completion scripts, and where nobody reads its help
        return console.leave_pipe() if isinstance(ended.__context__, OSError) else int(ended.code or 0)
    except OSError as error:
        # what gpucc reads and writes itself is told by name where it happens; this is what libraries did
        if error.errno is None:
            console.diagnose(_unusable(error))
        elif error.filename is None and error.errno in UNWRITABLE:
            console.leave_pipe()
            console.diagnose(InputError(f"cannot write standard output: {error.strerror}"))
        elif error.filename is None:
            notes = ("is the working folder still there, and can files be made in the folder for temporary ones?",)
            console.diagnose(InputError(f"the system refuses what gpucc needs: {error.strerror}", notes=notes))
        else:
            console.diagnose(InputError(f"cannot use {os.fspath(error.filename)!r}: {error.strerror}"))
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] == "gpucc":
            console.diagnose_bug(error, words)
            return 3
        console.diagnose(_unusable(error))
    except RecursionError:
        console.diagnose(InputError("the input is nested too deeply"), words)
    except MemoryError:
        console.diagnose(InputError("the input needs more memory than there is"), words)
    except Exception as error:
        console.diagnose_bug(error, words)
        return 3
    return 1


def _unusable(error: Exception) -> GpuccError:
    """A library that is missing or cannot be loaded, for want of memory for instance."""
    reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return InputError(f"a library that gpucc needs does not work here: {reason}", notes=("is it installed, and is there enough memory?",))


def _wrong_grammar(error: Any) -> int:
    """A wrong option or argument, in the form of all other errors."""
    if type(error).__name__ == "NoArgsIsHelpError":
        console.say(error.format_message())
        return 2
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "gpucc"
    message = error.format_message().rstrip(".")
    console.diagnose(UsageError(message[:1].lower() + message[1:], notes=(f"{path} --help lists the options",)))
    return 2
