import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from companion.log.feed import Feed

LONG = 30.0


def until(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < give_up
        os.sched_yield() if hasattr(os, "sched_yield") else time.sleep(0)


def test_a_listener_wakes_when_its_table_grows() -> None:
    feed = Feed()
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(feed.wait, "t", 3, LONG)
        until(lambda: feed.listeners == 1)
        feed.announce("t", 3)  # it has seen that
        feed.announce("other", 9)
        assert not waiting.done()
        feed.announce("t", 4)
        assert waiting.result(LONG) == 4
    assert feed.listeners == 0


def test_those_who_wait_at_a_table_can_be_called() -> None:
    feed = Feed()
    with ThreadPoolExecutor(2) as threads:
        called = threads.submit(feed.wait, "t", 3, LONG)
        elsewhere = threads.submit(feed.wait, "other", 3, LONG)
        until(lambda: feed.listeners == 2)
        feed.call("t")
        feed.call("nobody there")
        assert called.result(LONG) == 3
        assert not elsewhere.done()
        feed.close()
        assert elsewhere.result(LONG) == 3


def test_news_between_looking_and_waiting_are_not_missed() -> None:
    feed = Feed()
    feed.announce("t", 5)
    assert feed.wait("t", 4, LONG) == 5
    assert feed.wait("t", 0, LONG) == 5


def test_a_wait_ends_with_its_time() -> None:
    feed = Feed()
    assert feed.wait("t", 4, 0) == 4
    assert feed.wait("t", 4, 0.001) == 4
    assert feed.wait("t", 4, -1) == 4
    feed.announce("t", 4)
    assert feed.wait("t", 4, 0.001) == 4
    assert feed.listeners == 0


def test_the_highest_announcement_counts() -> None:
    feed = Feed()
    feed.announce("t", 7)
    feed.announce("t", 6)
    assert feed.wait("t", 0, LONG) == 7


def test_a_forgotten_table_starts_from_nothing() -> None:
    feed = Feed()
    feed.announce("t", 7)
    feed.forget("t")
    assert feed.wait("t", 0, 0) == 0
    feed.announce("t", 1)
    assert feed.wait("t", 0, LONG) == 1


def test_closing_wakes_everybody_and_lets_nobody_wait() -> None:
    feed = Feed()
    with ThreadPoolExecutor(20) as threads:
        waiting = [threads.submit(feed.wait, f"t{i % 4}", i, LONG) for i in range(20)]
        until(lambda: feed.listeners == 20)
        assert not feed.closed
        feed.close()
        assert [each.result(LONG) for each in waiting] == list(range(20))
    assert feed.closed
    assert feed.wait("t0", 3, LONG) == 3
    assert feed.listeners == 0


def test_a_thousand_listeners_all_wake_and_none_for_another_table() -> None:
    feed = Feed()
    woken: list[tuple[str, int]] = []

    def listen(table: str) -> None:
        woken.append((table, feed.wait(table, 0, LONG)))

    crowd = [threading.Thread(target=listen, args=("crowd",)) for _ in range(1000)]
    apart = threading.Thread(target=listen, args=("apart",))
    for thread in (*crowd, apart):
        thread.start()
    until(lambda: feed.listeners == 1001)
    feed.announce("crowd", 1)
    for thread in crowd:
        thread.join(LONG)
    assert woken == [("crowd", 1)] * 1000
    assert feed.listeners == 1
    feed.announce("apart", 2)
    apart.join(LONG)
    assert woken[-1] == ("apart", 2)
    assert feed.listeners == 0


def test_every_step_is_followed_by_a_listener_that_keeps_asking() -> None:
    feed = Feed()
    seen = [0]

    def follow() -> None:
        while seen[-1] < 500:
            seen.append(feed.wait("t", seen[-1], LONG))

    with ThreadPoolExecutor(1) as threads:
        following = threads.submit(follow)
        for seq in range(1, 501):
            feed.announce("t", seq)
        following.result(LONG)
    assert seen[-1] == 500
    assert seen == sorted(set(seen))
