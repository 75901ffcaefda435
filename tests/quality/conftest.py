"""Lets the tests of this folder import `moves`, and what those of lima know of the recorded programs."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lima_vp"), str(HERE.parent / "lima_pp")]
