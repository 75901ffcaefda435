"""`pytest tests/golden --bless` writes the assembly that the compiler makes now; review it in the diff."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write the golden assembly instead of comparing with it")
