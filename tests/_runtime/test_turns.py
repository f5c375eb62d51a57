"""Threads that take turns."""

import threading
import time

from tf1compat._runtime.turns import Turns


def run_all(*loops):
    threads = [threading.Thread(target=f) for f in loops]
    for t in threads:
        t.start()
    for t in threads:
        t.join(20)
        assert not t.is_alive()


def counting(turns, calls, goes_on):
    return lambda: turns.repeat(lambda: calls.append(threading.get_ident()), goes_on)


def test_short_calls_of_threads_stand_together():
    turns, calls, end = Turns(), [], time.monotonic() + 0.3
    loop = counting(turns, calls, lambda: time.monotonic() < end)
    run_all(loop, loop, loop)
    assert len(set(calls)) == 3
    changes = sum(a != b for a, b in zip(calls, calls[1:]))
    assert changes * 10 < len(calls)  # many calls to a turn


def test_nobody_waits_long_for_one_that_is_stuck():
    turns, calls, release = Turns(), [], threading.Event()
    seen = []

    def stuck():
        if len(seen) == 50:
            release.wait(20)
        seen.append(1)

    def others_go_on():
        if len(seen) == 50 and len(calls) > 5000:
            release.set()
        return not release.is_set()

    run_all(lambda: turns.repeat(stuck, lambda: len(seen) < 60), counting(turns, calls, others_go_on))
    assert len(calls) > 5000 and len(seen) == 60


def test_long_calls_run_at_the_same_time():
    turns, inside, most = Turns(), [], []

    def call():
        inside.append(1)
        time.sleep(0.005)
        most.append(len(inside))
        inside.pop()

    def loop():
        turns.repeat(call, lambda: len(most) < 40)

    run_all(loop, loop)
    assert max(most) == 2


def test_an_error_gives_the_turn_back():
    turns, calls, failed = Turns(), [], []

    def fail():
        calls.append(1)
        if len(calls) > 1000:
            raise ZeroDivisionError

    def failing():
        try:
            turns.repeat(fail, lambda: True)
        except ZeroDivisionError:
            failed.append(1)

    run_all(failing, failing)
    assert len(failed) == 2
