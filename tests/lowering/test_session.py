"""A printed module is reopened as a copy instead of being parsed by LLVM."""

from __future__ import annotations

from collections.abc import Callable

import llvmlite.binding as llvm
import pytest

from gpucc.errors import InputError
from gpucc.lowering.session import opened, printed, session

TEXT = "define float @f(float %x) {\n  %y = fadd float %x, 0.000000e+00\n  ret float %y\n}\n"


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that LLVM's parser has read since."""
    given: list[str] = []
    parse: Callable[[str, llvm.ContextRef], llvm.ModuleRef] = llvm.parse_assembly

    def note(text: str, context: llvm.ContextRef) -> llvm.ModuleRef:
        given.append(text)
        return parse(text, context)

    monkeypatch.setattr(llvm, "parse_assembly", note)
    return given


def test_a_printed_module_is_not_parsed_again(parses: list[str]) -> None:
    with session():
        with opened(TEXT, "f.ll") as module:
            text = printed(module)
        with opened(text, "f.ll") as again:
            assert str(again) == text
    assert parses == [TEXT]


def test_every_owner_may_change_its_own_copy(parses: list[str]) -> None:
    with session():
        with opened(TEXT, "f.ll") as module:
            text = printed(module)
            module.get_function("f").linkage = "internal"
        for _ in range(2):
            with opened(text, "f.ll") as again:
                assert str(again) == text
                again.get_function("f").linkage = "internal"
    assert len(parses) == 1


def test_nothing_is_kept_without_a_session_or_behind_its_end(parses: list[str]) -> None:
    with opened(TEXT, "f.ll") as module:
        text = printed(module)
    with session(), opened(text, "f.ll") as module:
        assert printed(module) == text
    with opened(text, "f.ll"):
        pass
    assert parses == [TEXT, text, text]


def test_a_session_within_another_is_part_of_it(parses: list[str]) -> None:
    with session():
        with session(), opened(TEXT, "f.ll") as module:
            text = printed(module)
        with opened(text, "f.ll"):
            pass
    assert parses == [TEXT]


def fail(text: str) -> None:
    with session(), opened(text, "f.ll") as module, opened(printed(module).replace("float", "flat"), "f.ll"):
        raise AssertionError("LLVM has no type `flat`")


def test_a_session_ends_with_its_error(parses: list[str]) -> None:
    with pytest.raises(InputError, match="expected type"):
        fail(TEXT)
    with opened(TEXT, "f.ll"):
        pass
    assert parses[0] == parses[2] == TEXT, "what the session kept is gone"
