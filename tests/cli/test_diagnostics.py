"""Diagnostics: their form, their exit codes, and the report of unexpected exceptions."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc import __main__, cli
from gpucc.errors import InputError, InternalError, Location, Miscompiled, Unsupported
from gpucc.terminal import console

Run = Callable[..., Any]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def show(error: Any, command: tuple[str, ...] = ()) -> str:
        console.diagnose(error, command)
        return capsys.readouterr().err

    return show


def test_place_line_caret_and_notes(shown: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.c").write_text("one\n\tfloat x = 1.0;\n")
    error = Unsupported("no double here", Location("k.c", 2, 8), ("use float", "or\nhalf"))
    assert (
        shown(error)
        == "k.c:2:8: error: no double here\n  \tfloat x = 1.0;\n  \t      ^\nnote: use float\nnote: or\n    half\n"
    )


def test_a_given_source_line_needs_no_file(shown: Callable[..., str]) -> None:
    assert (
        shown(InputError("bad", Location("<stdin>", 7, 1), source_line="xyz"))
        == "<stdin>:7:1: error: bad\n  xyz\n  ^\n"
    )


@pytest.mark.parametrize(
    "location",
    [
        None,
        Location("none.c", 3, 4),
        Location("none.c"),
        Location("\0", 1, 1),
        Location("/", 1, 1),
        Location("x" * 9999, 1),
    ],
)
def test_places_that_cannot_be_shown(shown: Callable[..., str], location: Location | None) -> None:
    text = shown(InputError("bad", location))
    assert text.count("\n") == 1
    assert text.endswith("error: bad\n")


def test_a_line_or_column_beyond_the_end(shown: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "k.c"
    path.write_text("short")
    assert shown(InputError("bad", Location(str(path), 9, 1))).count("\n") == 1
    assert shown(InputError("bad", Location(str(path), 1, 900))).endswith("  short\n       ^\n")


def test_a_long_line_is_cut_round_the_column(shown: Callable[..., str]) -> None:
    text = shown(InputError("bad", Location("k", 1, 5001), source_line="a" * 5000 + "b" + "c" * 5000))
    _, line, caret = text.splitlines()
    assert len(line) <= console.WIDEST + 2
    assert line[caret.index("^")] == "b"


def test_control_characters_are_shown_and_not_sent(shown: Callable[..., str]) -> None:
    text = shown(InputError("a\x1b[2Jb", Location("k\x07.ll", 1, 1), ("n\x1b",), source_line="x\x1b]0;y"))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "a\\x1b[2Jb" in text


def test_unprintable_names_do_not_stop_a_message() -> None:
    assert console.printable("a\udcffb\u2028c") == "a\\udcffb\\u2028c"


def test_our_bugs_tell_how_to_reproduce_them(shown: Callable[..., str]) -> None:
    text = shown(InternalError("oh"), ("my file.ll", "--isa", "agal"))
    assert "this is a bug in gpucc" in text
    assert "gpucc 'my file.ll' --isa agal" in text
    told = shown(Miscompiled("differs", notes=("this is a bug of gpucc",)), ("k.ll",))
    assert told.count("bug") == 1
    assert "to reproduce: gpucc k.ll" in told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], colour: bool) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    console.diagnose(InputError("bad", Location("k", 1, 1), source_line="x"))
    assert ("\x1b[" in terminal.getvalue()) == colour


def test_progress_is_for_terminals_and_leaves_nothing() -> None:
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with console.Progress(stream) as progress:
            progress("simplify")
    assert "simplify" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert pipe.getvalue() == ""


UNFORESEEN = [
    (ZeroDivisionError("division by zero"), 3, "ZeroDivisionError at .*: division by zero(.|\n)*bug in gpucc"),
    (KeyError("x"), 3, "KeyError at .*bug"),
    (AssertionError(), 3, "AssertionError"),
    (RecursionError("too deep"), 1, "nested too deeply"),
    (MemoryError(), 1, "memory"),
    (
        FileNotFoundError(2, "No such file or directory"),
        1,
        "the system refuses what gpucc needs: No such file(.|\n)*working folder",
    ),
]


@pytest.mark.parametrize(("error", "code", "says"), UNFORESEEN, ids=lambda value: type(value).__name__)
def test_the_last_net(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, says: str
) -> None:
    import re

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("gpucc.terminal.commands.show_isas", fail)
    monkeypatch.delenv("GPUCC_TRACE", raising=False)
    assert cli.main(["isas"]) == code
    text = capsys.readouterr().err
    assert re.search(says, text.replace("\n", " ")), text
    assert text.count("error:") == 1
    assert "Traceback" not in text
    monkeypatch.setenv("GPUCC_TRACE", "1")
    cli.main(["isas"])
    assert ("Traceback" in capsys.readouterr().err) == (code == 3)


@pytest.mark.parametrize(
    ("error", "says"), [(RecursionError("deep"), "nested too deeply"), (MemoryError(), "more memory than there is")]
)
@pytest.mark.parametrize("words", ["k.ll --isa agal", "run k.ll --isa agal"])
def test_what_a_source_is_too_much_for_names_it(
    refused: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, says: str, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("gpucc.driver.compile", fail)
    refused(1, f"k.ll: error: the input .*{says}", words, {"k.ll": "define void @main() {\n  ret void\n}\n"})


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gpucc.terminal.commands.show_isas", interrupt)
    assert cli.main(["isas"]) == 130
    assert "error" not in capsys.readouterr().err


def test_an_interrupt_while_the_command_loads_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "gpucc.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "gpucc.cli")
    monkeypatch.delattr("gpucc.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    handler = signal.getsignal(signal.SIGINT)
    try:
        assert __main__.run([]) == 130
    finally:
        # the process of a command ends, and hears no interrupt any more
        signal.signal(signal.SIGINT, handler)


def test_a_miscompilation_is_three_and_writes_nothing(gpucc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(*_: object, **__: object) -> None:
        raise Miscompiled("the program differs from LLVM's JIT", notes=("lane 3",))

    monkeypatch.setattr("gpucc.driver.compile", differ)
    end = gpucc("k.ll --isa agal --stage vertex -o k.agal", {"k.ll": "define void @main() {\n  ret void\n}\n"})
    assert end.code == 3
    assert end.new == ()
    assert "to reproduce: gpucc k.ll --isa agal --stage vertex -o k.agal" in end.err


def test_warnings_can_be_errors_or_nothing(gpucc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpucc import driver

    compile = driver.compile

    def warned(*arguments: Any, observe: Any = None, **options: Any) -> Any:
        observe("warning", "this is odd")
        return compile(*arguments, observe=observe, **options)

    monkeypatch.setattr("gpucc.driver.compile", warned)
    text = "define <4 x float> @main(<4 x float> %a) {\n  ret <4 x float> %a\n}\n"
    loud = gpucc("k.ll --isa agal --stage vertex", {"k.ll": text})
    assert (loud.code, loud.err.splitlines()[0]) == (0, "gpucc: warning: this is odd")
    quiet = gpucc("k.ll --isa agal --stage vertex -w")
    assert (quiet.code, "odd" in quiet.err) == (0, False)
    strict = gpucc("k.ll --isa agal --stage vertex -Werror -o k.agal")
    assert (strict.code, strict.errors, strict.new) == (1, ["gpucc: error: this is odd [-Werror]"], ())
