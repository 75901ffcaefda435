"""Lets the tests of this folder import its helpers (pytest's importlib mode does not put the folder on the path)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
