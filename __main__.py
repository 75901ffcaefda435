"""`python -m gpucc` is the command `gpucc`."""

import sys

from gpucc.cli import main

sys.exit(main())
