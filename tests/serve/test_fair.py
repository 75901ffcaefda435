"""The queue: clients take turns, and the order that is told is the order in which jobs are taken."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gpucc.serve.fair import FairQueue


def test_a_client_with_many_jobs_does_not_delay_others() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(5):
        queue.put("greedy", f"g{n}")
    queue.put("late", "l0")
    queue.put("later", "k0")
    assert [queue.take() for _ in range(7)] == ["g0", "l0", "k0", "g1", "g2", "g3", "g4"]


def test_who_was_served_waits_for_the_others() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("a", "a0")
    assert queue.take() == "a0"
    queue.put("a", "a1")
    queue.put("b", "b0")
    assert [queue.take(), queue.take()] == ["b0", "a1"]


def test_a_dropped_job_is_gone_and_the_others_keep_their_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a0", "a1", "a2"):
        queue.put("a", job)
    assert queue.drop("a", "a1")
    assert not queue.drop("a", "a1")
    assert not queue.drop("b", "a0")
    assert [queue.take(), queue.take()] == ["a0", "a2"]
    assert len(queue) == 0


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=40))
def test_the_order_told_is_the_order_taken(moves: list[tuple[str, bool]]) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue()
    for number, (client, taking) in enumerate(moves):
        if taking and len(queue):
            expected = next(queue.order())
            assert queue.take() == expected
        else:
            queue.put(client, (client, number))
    told = list(queue.order())
    assert [queue.take() for _ in range(len(queue))] == told
