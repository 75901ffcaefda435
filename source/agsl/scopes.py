"""Placement of declarations: at the first assignment if every use lies in that scope, else at the start of the smallest
scope around all uses."""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.isa.agsl_tree import AgslBody, AgslRounds, Set, Statement, When


def place_declarations(
    root: AgslBody,
    parents: Mapping[int, AgslBody],
    uses: Mapping[str, list[AgslBody]],
    types: Mapping[str, str],
    indices: frozenset[str],
) -> None:
    sets: dict[str, list[tuple[AgslBody, Set]]] = {}
    _collect(root, sets)
    for name, found in sets.items():
        if name in indices or found[0][1].type:
            continue
        scopes = [body for body, _ in found] + uses.get(name, [])
        scope = _around(root, parents, scopes)
        body, first = found[0]
        if body is scope and not first.lanes:
            first.type = types[name]
        else:
            scope.items.insert(_position(scope, name), Set(name, None, type=types[name]))


def _collect(body: AgslBody, sets: dict[str, list[tuple[AgslBody, Set]]]) -> None:
    for item in body.items:
        match item:
            case Set():
                sets.setdefault(item.name, []).append((body, item))
            case When(_, then, otherwise):
                _collect(then, sets)
                _collect(otherwise, sets)
            case AgslRounds():
                _collect(item.body, sets)


def _around(root: AgslBody, parents: Mapping[int, AgslBody], scopes: list[AgslBody]) -> AgslBody:
    """The innermost scope that encloses all of them."""
    chains = [_chain(root, parents, scope) for scope in scopes]
    common = root
    for level in zip(*chains, strict=False):
        if any(one is not level[0] for one in level):
            break
        common = level[0]
    return common


def _chain(root: AgslBody, parents: Mapping[int, AgslBody], scope: AgslBody) -> list[AgslBody]:
    chain = [scope]
    while chain[-1] is not root:
        chain.append(parents[id(chain[-1])])
    return chain[::-1]


def _position(scope: AgslBody, name: str) -> int:
    """The position of the first statement that sets the variable, at whatever depth."""
    return next((k for k, item in enumerate(scope.items) if _sets(item, name)), 0)


def _sets(item: Statement, name: str) -> bool:
    match item:
        case Set():
            return item.name == name
        case When(_, then, otherwise):
            return any(_sets(one, name) for one in (*then.items, *otherwise.items))
        case AgslRounds():
            return any(_sets(one, name) for one in item.body.items)
    return False
