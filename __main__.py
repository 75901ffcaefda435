"""The command `gpucc`, also as `python -m gpucc`. An interrupt during loading ends it as quietly as a later one."""

import atexit
import gc
import sys
from collections.abc import Sequence

from gpucc.terminal.guard import guarded, interrupted_once, of_interrupt

# the number of new objects before Python searches them for cycles, instead of 700: what a command loads is no garbage
YOUNG = 200_000


def main(before: Sequence[str] = ()) -> int:
    """Run the command line, with the words `before` in front of it."""
    words = [*before, *sys.argv[1:]]
    return guarded(lambda: run(words), words)


def run(words: Sequence[str]) -> int:
    """Run the command line in this process, which ends afterwards."""
    gc.set_threshold(YOUNG)
    # Python searches everything once more before it ends, which takes a sixth of a small compilation
    atexit.register(gc.freeze)
    with interrupted_once():
        try:
            from gpucc.cli import main as command
        except (KeyboardInterrupt, RuntimeError) as error:
            if not of_interrupt(error):
                raise
            from gpucc.errors import INTERRUPTED

            return INTERRUPTED
        return command(words)


def picasso() -> int:
    """Run `gpucc picasso`, under the name gpucc-picasso."""
    return main(["picasso"])


if __name__ == "__main__":
    sys.exit(main())
