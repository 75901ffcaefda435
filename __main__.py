"""The command `gpucc`, also as `python -m gpucc`: an interrupt while it still loads ends it as quietly as a later
one."""

import sys

from gpucc.errors import INTERRUPTED


def main() -> int:
    try:
        from gpucc.cli import main as command
    except KeyboardInterrupt:
        return INTERRUPTED
    return command()


if __name__ == "__main__":
    sys.exit(main())
