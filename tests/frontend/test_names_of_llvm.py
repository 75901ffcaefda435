"""Keywords of LLVM's assembly language are ordinary names in a shader, wherever a name may stand."""

from itertools import pairwise

import pytest

import gpucc

WORDS = """
thread_local addrspace global constant internal private linkonce weak common appending dllimport hidden protected
unnamed_addr local_unnamed_addr align section comdat null undef poison zeroinitializer none define declare target
triple datalayout attributes type opaque module gc prefix personality fastcc ccc tailcc call tail musttail ret br
invoke resume unreachable fneg fadd fmul frem shl and or xor icmp fcmp phi select load store alloca getelementptr
inbounds extractelement shufflevector to atomic ordering acquire monotonic syncscope nuw nsw exact fast nnan nsz
reassoc x y label i1 i32 ptr metadata token noundef readonly byval sret nonnull dereferenceable llvm gpucc shader dbg
distinct trunc zext fptrunc fptosi ptrtoint inttoptr ptrtoaddr bitcast freeze landingpad catch
""".split()


def programs() -> dict[str, str]:
    listed, total = ", ".join(WORDS), " + ".join(WORDS)
    first = f"attribute vec4 attribute_; uniform vec4 uniform_; varying vec4 varying_; const int many = {len(WORDS)};\n"
    given = ", ".join(f"{word} = uniform_.x * {k}.0" for k, word in enumerate(WORDS))
    functions = "\n".join(
        f"float {word}(float {other}) {{ return {other} * {k}.0; }}" for k, (word, other) in enumerate(pairwise(WORDS))
    )
    calls = " + ".join(f"{word}(attribute_.x)" for word in WORDS[:-1])
    return {
        "uniforms": (
            f"{first}uniform float {listed}; void main() {{ gl_Position = attribute_; varying_ = vec4({total}); }}"
        ),
        "locals": f"{first}void main() {{ float {given}; gl_Position = attribute_; varying_ = vec4({total}); }}",
        "functions": f"{first}{functions}\nvoid main() {{ gl_Position = attribute_; varying_ = vec4({calls}); }}",
        "members": (
            f"{first}struct S {{ float {listed}; }}; uniform S s;"
            f"void main() {{ gl_Position = attribute_; varying_ = vec4({' + '.join(f's.{word}' for word in WORDS)}); }}"
        ),
    }


@pytest.mark.parametrize("place", programs())
def test_words_of_llvm_are_names(place: str) -> None:
    program = gpucc.compile(
        programs()[place], "agal", stage="vertex", name="names.vert", target={"version": "3"}, verify=64
    )
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


@pytest.mark.parametrize("word", ["thread_local", "ptrtoint", "addrspace", "constant"])
@pytest.mark.parametrize("kind", ["attribute", "uniform", "varying"])
def test_a_word_of_llvm_names_what_a_stage_is_given(word: str, kind: str) -> None:
    names = {"attribute": "a", "uniform": "u", "varying": "v"} | {kind: word}
    declared = " ".join(f"{kind} vec4 {name};" for kind, name in names.items())
    text = (
        f"{declared} void main() {{ gl_Position = {names['attribute']}; {names['varying']} = {names['attribute']} +"
        f" {names['uniform']}; }}"
    )
    program = gpucc.compile(text, "agal", stage="vertex", name="names.vert", verify=64)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
