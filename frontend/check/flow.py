"""Control flow: whether the end of a piece of code can be reached."""

from __future__ import annotations

from gpucc.frontend.typed import BranchCode, GroupCode, Leave, Repeat, SwitchCode, TypedCode


def falls_through(code: TypedCode, loops_run: bool = False) -> bool:
    """Return whether the end of the code can be reached. Every loop is assumed to end, except a `for (;;)` without
    break.

    With `loops_run`, bodies of loops are assumed to run at least once.
    """
    match code:
        case GroupCode(_, body):
            return all(falls_through(one, loops_run) for one in body)
        case Leave():
            return False
        case BranchCode(_, arms, otherwise):
            return otherwise is None or any(
                falls_through(one, loops_run) for one in (otherwise, *(body for _, body in arms))
            )
        case Repeat(_, _, declared, condition, _, body, tested_last):
            if condition is None and declared is None:
                return leaves(body, "break")
            return (
                not (tested_last or (loops_run and code.trips > 0))
                or falls_through(body, loops_run)
                or leaves(body, "break", "continue")
            )
        case SwitchCode(_, _, cases):
            if not cases or all(label is not None for label, _ in cases):
                return True
            if any(leaves(one, "break") for _, body in cases for one in body):
                return True
            return all(falls_through(one, loops_run) for one in cases[-1][1])
    return True


def leaves(code: TypedCode, *kinds: str) -> bool:
    """Return whether the code contains a break or continue that belongs to this loop or switch."""
    match code:
        case GroupCode(_, body):
            return any(leaves(one, *kinds) for one in body)
        case Leave(_, kind):
            return kind in kinds
        case BranchCode(_, arms, otherwise):
            return any(leaves(body, *kinds) for _, body in arms) or (
                otherwise is not None and leaves(otherwise, *kinds)
            )
        case SwitchCode(_, _, cases):
            inner = tuple(kind for kind in kinds if kind != "break")
            return bool(inner) and any(leaves(one, *inner) for _, body in cases for one in body)
    return False
