"""The command line's grammar: commands and exit codes. Shared options are in terminal/options.py, the commands' work is
in terminal/.

This module imports neither numpy nor llvmlite, so `--help` and completion answer at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpucc import __version__
from gpucc.errors import INTERRUPTED, TERMINATED, GpuccError, InputError
from gpucc.terminal import command_options as own
from gpucc.terminal import console
from gpucc.terminal.diagnostics import Reporter
from gpucc.terminal.group import GRAMMAR_ERROR, CommandGroup, needed
from gpucc.terminal.guard import of_interrupt
from gpucc.terminal.options import (
    NO_CHOICES,
    NO_WISHES,
    SHADER,
    STAGES,
    Binary,
    Emit,
    Entries,
    IsaAll,
    IsaMany,
    IsaX,
    Lanes,
    Manifest,
    OnlyChanged,
    Output,
    Precision,
    Runnable,
    Seed,
    Source,
    Sources,
    StageX,
    StopAfter,
    Switches,
    Textures,
    Uniforms,
    argument,
    choosing,
    flag,
    option,
)
from gpucc.terminal.responses import expanded

if TYPE_CHECKING:
    from gpucc.terminal.wishes import Choices, Wishes

UNWRITABLE = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)


app = typer.Typer(
    cls=CommandGroup,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:
    if value:
        from gpucc.terminal.versions import versions

        console.put("\n".join(f"{name} {number}" for name, number in versions()))
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        flag("--version", "Print the versions of gpucc, llvmlite and LLVM.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Compile LLVM IR and shaders for small, odd GPUs, and check every result against LLVM's JIT.

    `gpucc INPUT --isa X` is short for `gpucc compile INPUT --isa X`. Write a file named like a command as ./verify.
    """


@app.command()
@choosing(entry=Entries)
def compile(
    inputs: Sources,
    isa: IsaX = "",
    wanted: Wishes = NO_WISHES,
    choices: Choices = NO_CHOICES,
    explain: Annotated[
        bool, flag("--explain", "Print what the stages made: selection, schedule, rules used, verdict.")
    ] = False,
    stop_after: StopAfter = None,
    only_changed: OnlyChanged = False,
    watch: Annotated[bool, flag("--watch", "Compile again whenever a source changes, until Ctrl-C.")] = False,
) -> None:
    """Compile a shader: assembly on standard output, or what -o says."""
    from gpucc.terminal import compiling, wishes

    stop = wishes.stage_to_stop_after(stop_after, STAGES)
    wanted = replace(wanted, explain=explain, stop_after=stop, only_changed=only_changed)
    if watch:
        from gpucc.terminal.watch import watch_inputs

        watch_inputs(inputs, isa, choices, wanted, caught)
    compiling.compile_inputs(inputs, isa, choices, wanted)


@app.command()
@choosing(entry=Entries)
def batch(
    inputs: Annotated[list[str], argument("INPUT...", f"{SHADER}.")],
    isa: IsaX = "",
    jobs: own.Jobs = None,
    link: Annotated[bool, flag("--link", "Link NAME.vert and NAME.frag if both are given.")] = False,
    wanted: Wishes = NO_WISHES,
    choices: Choices = NO_CHOICES,
) -> int:
    """Compile several shaders, each to a program of its own in the folder that -o names."""
    from gpucc.terminal import batch as several

    tasks = several.plan_tasks(inputs, isa, choices, wanted, link)
    return several.compile_batch(tasks, jobs or several.default_jobs(), caught)


@app.command()
@choosing()
def verify(
    source: Source,
    isa: IsaAll = "all",
    lanes: Lanes = 4096,
    seed: Seed = 0,
    choices: Choices = NO_CHOICES,
) -> int:
    """Compare a shader on its targets with LLVM's JIT."""
    from gpucc.terminal import commands

    return commands.verify_source(
        source,
        isa,
        choices,
        lanes,
        seed,
    )


@app.command()
@choosing()
def explain(
    source: Source,
    isa: IsaX = "",
    output: own.Page = None,
    choices: Choices = NO_CHOICES,
    no_verify: Annotated[bool, flag("--no-verify", "Do not check the program against LLVM's JIT.")] = False,
) -> None:
    """Write a page that shows a shader in every stage, from its source to machine words."""
    from gpucc.terminal import explain as pages
    from gpucc.terminal import wishes

    pages.explain_source(source, isa, choices, output, wishes.lanes_to_verify(None, no_verify))


@app.command()
@choosing()
def run(
    file: Runnable,
    inputs: Annotated[
        str | None, option("--inputs", "IN.npz", "Arrays by name: inputs (lanes first), uniforms, textures.")
    ] = None,
    numbers: own.InputNumbers = None,
    uniform: Uniforms = None,
    texture: Textures = None,
    output: Annotated[
        str | None, option("-o --output", "OUT.npz", "The results; without it, the first lanes are printed.")
    ] = None,
    manifest: Manifest = None,
    precision: Precision = "native",
    isa: IsaX = "",
    choices: Choices = NO_CHOICES,
) -> None:
    """Run a program in the target's simulator."""
    from gpucc.terminal import given, running

    more = given.values(numbers or (), uniform or (), texture or ())
    running.run_file(file, isa, choices, inputs, output, manifest, precision, more)


@app.command()
@choosing(stage="fragment")
def render(
    file: Runnable,
    output: Annotated[str | None, option("-o --output", "OUT.png", "The picture.")] = None,
    size: Annotated[str, option("--size", "WxH", "Pixels; default 512x512.")] = "512x512",
    varying: Annotated[
        list[str] | None, option("--varying", "NAME=EXPR", "Components in terms of u, v, x, y, w, h, pi; repeatable.")
    ] = None,
    uniform: Uniforms = None,
    texture: Textures = None,
    frames: Annotated[
        str | None, option("--frames", "A:B", "Frames A to B, one file each for -o NAME%03d.png, else an animation.")
    ] = None,
    buffer: Annotated[
        list[str] | None,
        option("--buffer", "A=FILE", "The shader of a buffer, A to D, which --texture NAME=A reads; repeatable."),
    ] = None,
    common: Annotated[str | None, option("--common", "FILE", "Code to put before every shader of a frame.")] = None,
    diff: Annotated[bool, flag("--diff", "Draw the difference from LLVM's JIT instead, amplified.")] = False,
    manifest: Manifest = None,
    precision: Precision = "native",
    isa: IsaX = "",
    choices: Choices = NO_CHOICES,
) -> None:
    """Run a fragment program over a grid of pixels and write the picture."""
    from gpucc.terminal import running, wishes

    scene = running.Scene(
        size,
        wishes.pairs("--varying", varying or ()),
        wishes.pairs("--uniform", uniform or ()),
        wishes.pairs("--texture", texture or ()),
        wishes.pairs("--buffer", buffer or ()),
        common,
    )
    running.render_file(file, isa, choices, scene, output, manifest, precision, diff, frames)


@app.command()
def asm(
    file: Annotated[str, argument("FILE", "Assembly; - is standard input.")],
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
def serve(
    port: Annotated[int, option("--port", "N", "The port; default 8740; 0 takes a free one.", min=0, max=65535)] = 8740,
    jobs: Annotated[
        int | None, option("-j --jobs", "N", "Processes; default one for each processor.", min=1, max=256)
    ] = None,
    browse: Annotated[bool, flag("--open", "Open the page in the browser.")] = False,
    compilers: Annotated[
        bool, flag("--allow-compilers", "Take C and Rust, too: clang and rustc run without network and files.")
    ] = False,
) -> None:
    """Serve a page that compiles while you type, on this machine alone; needs gpucc[serve]."""
    from gpucc.serve.start import serve_page
    from gpucc.terminal.batch import default_jobs

    serve_page(port, jobs or default_jobs(), browse, compilers)


def _picasso_version(value: bool) -> None:
    if value:
        console.put(f"gpucc picasso {__version__}")
        raise typer.Exit


@app.command(context_settings={"help_option_names": ["-?", "--help"]})
def picasso(
    files: Annotated[list[str], argument("FILES...", "Assembly; inputs in .vert, .geom, .ll or .bc are compiled.")],
    output: Annotated[str | None, option("-o --out", "FILE", "The SHBIN file to write.")] = None,
    header: Annotated[str | None, option("-h --header", "FILE", "A C header with the registers of uniforms.")] = None,
    no_nop: Annotated[bool, flag("-n --no-nop", "Insert no nops where the end of a block needs one.")] = False,
    cut: own.PicassoCut = False,
    check: own.PicassoCheck = False,
    matrices: Annotated[str, option("--matrices", "columns|rows", "For GLSL; see gpucc compile --help.")] = "columns",
    version: Annotated[
        bool, flag("-v --version", "Print the version.", callback=_picasso_version, is_eager=True)
    ] = False,
) -> int:
    """Assemble sources to one SHBIN file, with the command line of devkitPro's picasso; also as gpucc-picasso."""
    from gpucc.terminal import picasso as building

    return building.build(files, building.PicassoWishes(output, header, not no_nop, cut, check, matrices))


@app.command()
def mesa_cache(
    vertex: Annotated[str, argument("VERTEX", "The vertex shader.")],
    fragment: Annotated[str, argument("FRAGMENT", "The fragment shader; both are linked.")],
    build_id: Annotated[str, option("--mesa-build-id", "ID", "The build ID of the library with Mesa's driver.")],
    log: Annotated[
        str, option("--log", "FILE", "What Mesa wrote with LIMA_DEBUG=diskcache,gp,pp when it drew this pair.")
    ],
    output: Annotated[str, option("-o --output", "DIR", "The folder to name in MESA_SHADER_CACHE_DIR.")],
    gpu: Annotated[str, option("--gpu", "NAME", "The chip, as Mesa calls it: Mali400 or Mali450.")] = "Mali450",
    target: Switches = None,
) -> None:
    """Write entries for the disk cache of Mesa's driver for lima, which it takes in place of its own compilation."""
    from gpucc.terminal import mesa, wishes

    switches = dict(wishes.pairs("--target", target or ()))
    mesa.write_entries(vertex, fragment, mesa.MesaWishes(build_id, log, gpu, output, switches))


@app.command()
def selftest(
    output: Annotated[str, option("-o --output", "DIR", "The folder for the programs; it is made if need be.")],
    isa: IsaX = "",
) -> None:
    """Write programs that test, on a chip, the facts for which only notes and guesses vouch."""
    from gpucc.terminal import selftest as writing

    writing.write_selftests(isa, output)


@app.command()
def disasm(
    file: Binary,
    isa: IsaX = "",
    output: own.Text = None,
    check: own.DisasmCheck = False,
    profile: own.DisasmProfile = None,
    manifest: Manifest = None,
) -> int:
    """Print a binary as assembly."""
    from gpucc.terminal import commands

    return commands.disassemble_file(file, isa, output, check, profile, manifest)


@app.command()
def isas(name: Annotated[str | None, argument("[X]", "A target.")] = None) -> None:
    """List the targets, or one target's registers, ops, limits and switches."""
    from gpucc.terminal import commands

    commands.show_isas(name)


@app.command()
@choosing()
def cost(
    source: Source,
    isa: IsaMany = None,
    choices: Choices = NO_CHOICES,
    no_verify: Annotated[
        bool, flag("--no-verify", "Do not run the programs: no executed instructions are counted.")
    ] = False,
) -> None:
    """Count instructions, static and executed, and words per source line and target."""
    from gpucc.terminal import cost as costs
    from gpucc.terminal import wishes

    costs.show_cost(
        source,
        isa or [],
        choices,
        wishes.lanes_to_verify(None, no_verify),
    )


@app.command()
@choosing()
def reduce(
    source: Source,
    isa: IsaAll = "all",
    command: own.ReduceCommand = None,
    output: own.ReduceOutput = None,
    valid: own.ReduceValid = None,
    limit: own.ReduceLimit = 5000,
    seconds: own.ReduceSeconds = None,
    lanes: Lanes = 4096,
    seed: Seed = 0,
    choices: Choices = NO_CHOICES,
) -> None:
    """Shrink a failing shader to a small one that fails in the same way.

    When it is stopped by Ctrl-C or SIGTERM, it writes the smallest one that it has found so far.
    """
    from gpucc.terminal.reduce import ReduceWishes, reduce_file

    reduce_file(source, isa, choices, ReduceWishes(lanes, seed, command, valid, limit, seconds), output)


@app.command()
@choosing()
def bisect(
    source: Source,
    isa: IsaX = "",
    command: own.BisectCommand = None,
    lanes: Lanes = 4096,
    choices: Choices = NO_CHOICES,
) -> int:
    """Find the rule or the pass that makes a comparison fail."""
    from gpucc.terminal import bisect as bisecting

    return bisecting.bisect_file(source, isa, choices, bisecting.BisectWishes(lanes, command))


@app.command()
@choosing(asked=own.CAMPAIGN)
def campaign(
    kind: own.CampaignKind,
    inputs: own.CampaignInputs = None,
    isa: IsaMany = None,
    seed: Seed = 0,
    asked: Any = None,
    choices: Choices = NO_CHOICES,
) -> int:
    """Compile and verify many shaders or random programs for many targets, in a journal that survives interruptions."""
    from gpucc.terminal import campaign as campaigning

    return campaigning.campaign(kind, inputs or (), choices, campaigning.wishes_of(isa or (), seed, **asked))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; handles every error that is left."""
    console.prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    with console.reporting(Reporter(words=words)) as reporter:
        code = caught(lambda: _command(words), words)
        code = max(code, caught(lambda: reporter.write(code), words))
        console.say_document(reporter, code)
    return code


def _command(words: list[str]) -> int:
    words = expanded(words)
    code = typer.main.get_command(needed(app, words)).main(words, prog_name="gpucc", standalone_mode=False)
    return code if isinstance(code, int) else 0


def caught(work: Callable[[], int | None], words: Sequence[str]) -> int:
    """Run a piece of work of the command line `words`, report the error that ends it, and return its exit code."""
    try:
        return work() or 0
    except GpuccError as error:
        console.diagnose(error, words)
        return error.exit_code
    except GRAMMAR_ERROR as error:
        return console.wrong_grammar(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except console.Terminated:
        return TERMINATED
    except console.ReaderGone:
        return console.leave_pipe()
    except SystemExit as ended:
        # Typer exits after completion scripts, and when the reader of its help closes the pipe
        return console.leave_pipe() if isinstance(ended.__context__, OSError) else int(ended.code or 0)
    except OSError as error:
        # gpucc names the files that it reads and writes itself where that fails; this is an error from a library
        if error.errno is None:
            console.diagnose(console.unusable(error))
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
            return console.diagnose_bug(error, words)
        console.diagnose(console.unusable(error))
    except RecursionError:
        console.diagnose(InputError("the input is nested too deeply"), words)
    except MemoryError:
        console.diagnose(InputError("the input needs more memory than there is"), words)
    except Exception as error:
        return INTERRUPTED if of_interrupt(error) else console.diagnose_bug(error, words)
    return 1
