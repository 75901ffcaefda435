"""C and Rust: clang and rustc make LLVM IR of them, in namespaces without a network and without a view of the files.

The compiler runs as another user of its own user namespace. Its root is an empty folder, in which the folders of
programs and libraries are mounted read-only, and a folder for the source and the result. So neither `#include` nor
`include_str!` finds anything but the compiler's own files.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from gpucc.errors import InputError, Location, UsageError
from gpucc.terminal.wishes import GivenSource

SECONDS = 15
MOST_IR = 1 << 24
# options as the README gives them: vectors are passed as they are, and nothing is contracted
COMMANDS = {
    "clang": (
        "clang", "-target", "aarch64-linux-musl", "-O2", "-g1", "-ffp-contract=off", "-fno-math-errno", "-S",
        "-emit-llvm", "-nostdinc", "-o", "out.ll", "shader.c",
    ),
    "rustc": ("rustc", "-O", "--crate-type=lib", "--emit=llvm-ir", "-C", "debuginfo=1", "-o", "out.ll", "shader.rs"),
}  # fmt: skip
# what a compiler needs of the file system
SYSTEM = ("/usr", "/lib", "/lib64", "/bin")
# builds the root and enters it; the folders to mount are its arguments. It runs in new namespaces as their root.
ENTER = r"""
set -e
mount -t tmpfs -o size=64m,mode=755 none "$1"; cd "$1"; shift
mkdir -p work tmp dev
: > dev/null; mount --bind /dev/null dev/null
while [ "$1" != -- ]; do
  if [ -L "$1" ]; then cp -P "$1" ".$1"
  else mkdir -p ".$1"; mount --rbind "$1" ".$1"; mount -o remount,ro,bind ".$1"; fi
  shift
done; shift
cat > "work/$1"; shift
exec chroot . /bin/sh -c 'cd /work; "$@" 1>&2 && exec cat out.ll' sh "$@"
"""
UNSHARE = (
    "unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child", "--ipc", "--uts",
)  # fmt: skip


def usable_compilers() -> tuple[str, ...]:
    """The compilers that are found and can be shut in; an error if there is none."""
    found = tuple(name for name in COMMANDS if _program(name))
    if not found:
        raise UsageError(
            "neither clang nor rustc is found", notes=("gpucc serve without --allow-compilers needs none",)
        )
    if shutil.which("unshare") is None or not _shuts_in():
        raise UsageError(
            "--allow-compilers needs namespaces of users (unshare of util-linux), and this system refuses them",
            notes=("without them, a source in C could read files; start gpucc serve without --allow-compilers",),
        )
    return found


def _shuts_in() -> bool:
    done = subprocess.run([*UNSHARE, "true"], capture_output=True, timeout=SECONDS, check=False)
    return done.returncode == 0


def translate(data: bytes, compiler: str, file: str) -> tuple[GivenSource, list[str]]:
    """The LLVM IR that a compiler makes of a source, and its warnings. Lines are those of the source."""
    program = _program(compiler)
    if program is None:
        raise UsageError(f"{compiler} is not found")
    # without /proc, a compiler does not find what belongs to it
    home = Path(program).parent.parent
    command = (program, *COMMANDS[compiler][1:], *(("--sysroot", str(home)) if compiler == "rustc" else ()))
    with tempfile.TemporaryDirectory() as root:
        code, made, told = _shut_in(root, _folders(program), file, data, command, str(home / "lib"))
    if code != 0:
        raise _refusal(compiler, file, told.strip().splitlines()[:40])
    if len(made) > MOST_IR:
        raise InputError(f"{compiler} makes more than {MOST_IR >> 20} MiB of LLVM IR of the source")
    return GivenSource(made, "shader.ll"), [told.strip()] if told.strip() else []


def _refusal(compiler: str, file: str, lines: Sequence[str]) -> InputError:
    """What the compiler says, at the first place that it names."""
    place = re.search(rf"{re.escape(file)}:(\d+):(\d+)", "\n".join(lines))
    where = Location(file, int(place[1]), int(place[2])) if place else None
    return InputError(f"{compiler} refuses the source", where, tuple(line for line in lines if line.strip()))


def _shut_in(
    root: str, folders: Sequence[str], file: str, data: bytes, command: Sequence[str], libraries: str
) -> tuple[int, bytes, str]:
    """Run a command on a file in an empty root. Its exit code, its output, and what it says."""
    words = [*UNSHARE, "/bin/sh", "-c", ENTER, "sh", root, *folders, "--", file, *command]
    surroundings = {
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "LD_LIBRARY_PATH": libraries,
    }
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            made, told = process.communicate(data, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise InputError(f"{Path(command[0]).name} was stopped after {SECONDS} seconds") from None
    return process.returncode, made, told.decode("utf-8", "replace")


@functools.cache
def _program(name: str) -> str | None:
    """The compiler itself: rustc may be a proxy that chooses a toolchain, which needs files of the user's."""
    found = shutil.which(name)
    if found is None or name != "rustc":
        return found
    done = subprocess.run([found, "--print", "sysroot"], capture_output=True, text=True, timeout=SECONDS, check=False)
    inner = Path(done.stdout.strip()) / "bin" / "rustc"
    return str(inner) if done.returncode == 0 and inner.is_file() else None


def _folders(program: str) -> list[str]:
    """The folders to mount: the system's, and that of a compiler which lies elsewhere."""
    own = Path(program).resolve().parent.parent
    found = [folder for folder in SYSTEM if os.path.lexists(folder)]
    return found if any(own.is_relative_to(Path(folder)) for folder in SYSTEM) else [*found, str(own)]
