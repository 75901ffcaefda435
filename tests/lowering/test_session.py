"""A printed module is reopened as a copy instead of being parsed by LLVM."""

from __future__ import annotations

from collections.abc import Callable

import llvmlite.binding as llvm
import pytest

from gpucc.errors import InputError
from gpucc.lowering.llvm import Function, Module
from gpucc.lowering.optimise.forms import LoopForm, edited
from gpucc.lowering.session import link, opened, printed, session

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


def test_a_function_is_linked_without_parsing_the_module_again(parses: list[str]) -> None:
    added = "declare float @f(float)\ndefine float @g(float %x) {\n  %y = call float @f(float %x)\n  ret float %y\n}\n"
    with session():
        with opened(TEXT, "f.ll") as module:
            text = printed(module)
        with opened(text, "f.ll") as module:
            link(module, added, "g.ll")
            module.verify()
            assert [one.name for one in module.functions if not one.is_declaration] == ["f", "g"]
        with opened(text, "f.ll") as module:
            assert str(module) == text
    assert parses == [TEXT, added]


# forms of a module ----------------------------------------------------------------------------------------------------

LOCATED = (
    "define float @f(float %x) !dbg !3 {\n  %y = fadd float %x, 1.0, !dbg !4\n  ret float %y, !dbg !4\n}\n"
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)\n"
    '!1 = !DIFile(filename: "unit: !0,", directory: "")\n!2 = !{i32 2, !"Debug Info Version", i32 3}\n'
    '!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, unit: !0)\n!4 = !DILocation(line: 2, scope: !3)\n'
)


def test_forms_are_edited_in_one_parse_and_taken_as_if_each_were_alone(parses: list[str]) -> None:
    def minus(records: Module, function: Function) -> None:
        function.blocks[0].lines[0] = function.blocks[0].lines[0].replace("fadd", "fsub")

    def nothing(records: Module, function: Function) -> None:
        assert bool(function.blocks[0].instructions) == function.name.endswith(".0")

    with opened(LOCATED, "f.ll") as module:
        alone = str(module)
        forms = {"same": LoopForm(module, (), nothing, bodies=True), "minus": LoopForm(module, (), minus)}
        with edited(forms) as made:
            assert len(parses) == 1
            found = {}
            for name in forms:
                with made.taken(name) as taken:
                    taken.verify()
                    found[name] = str(taken)
    assert len(parses) == 2
    assert found == {"same": alone, "minus": alone.replace("fadd", "fsub")}
