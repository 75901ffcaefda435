"""C and Rust behind the page: their compilers see neither files nor the network."""

from __future__ import annotations

import shutil
import socket

import pytest

from gpucc import driver
from gpucc.errors import InputError, UsageError
from gpucc.serve import compilers
from gpucc.serve.languages import given_source

LIB = '#[no_mangle] pub extern "C" fn shade(x: f32, scale: &[f32; 4]) -> f32 {{\n    x * scale[0] + {}\n}}\n'
C = "float shade(float x, const float scale[4]) {{\n    return x * scale[0] + {};\n}}\n"


@pytest.fixture(params=["rust", "c"])
def language(request: pytest.FixtureRequest) -> str:
    try:
        found = compilers.usable_compilers()
    except UsageError as error:
        pytest.skip(error.message)
    name = {"rust": "rustc", "c": "clang"}[request.param]
    if name not in found:
        pytest.skip(f"{name} is not found")
    return str(request.param)


def source(language: str, term: str) -> str:
    return (LIB if language == "rust" else C).format(term)


def refused(language: str, text: str) -> InputError:
    with pytest.raises(InputError) as found:
        given_source(text, language, True)
    return found.value


def test_a_source_is_compiled_and_its_lines_are_known(language: str) -> None:
    given, warnings = given_source(source(language, "2.0"), language, True)
    assert warnings == []
    program = driver.compile(given.data, "pica200", name=given.name, stage="vertex", verify=64)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


def test_an_error_has_its_line(language: str) -> None:
    error = refused(language, source(language, "wrong"))
    assert error.line == 2
    assert "wrong" in " ".join(error.notes)


FILES = ("/etc/passwd", "/proc/self/environ", "/proc/mounts", "../../../../etc/passwd", "/root/.bashrc")


@pytest.mark.parametrize("name", FILES)
def test_no_file_is_read(language: str, name: str) -> None:
    text = source("rust", f'include_str!("{name}").len() as f32') if language == "rust" else f'#include "{name}"\n'
    error = refused(language, text)
    assert "root:" not in str(error.notes)
    assert "No such file" in str(error.notes) or "not found" in str(error.notes)


def test_no_network_and_no_variable_of_the_user_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The namespaces alone, with a command of the system instead of a compiler."""
    if shutil.which("unshare") is None or not compilers._shuts_in():
        pytest.skip("this system has no namespaces of users")
    monkeypatch.setenv("GPUCC_SECRET", "secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        shell = (
            f"env; ls /; ls /tmp /work; (exec 3<>/dev/tcp/127.0.0.1/{port}) && echo reached; touch /usr/x; : > out.ll"
        )
        code, _, told = run_in(("/bin/bash", "-c", shell))
    assert code == 0
    assert "secret" not in told
    assert "reached" not in told
    assert "etc" not in told.split()
    assert "home" not in told.split()
    assert "Read-only file system" in told


def run_in(command: tuple[str, ...]) -> tuple[int, bytes, str]:
    import tempfile

    with tempfile.TemporaryDirectory() as root:
        return compilers._shut_in(root, compilers._folders(command[0]), "shader.c", b"", command, "/lib")
