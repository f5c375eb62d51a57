"""A process may end while threads are inside sessions: it exits with its own status, at once."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

_PROGRAMS = {
    "queue_runners": """
        import tf1compat as tf
        numbers = tf.train.range_input_producer(1000, shuffle=False).dequeue()
        batch = tf.train.batch([tf.matmul(tf.fill([64, 64], tf.cast(numbers, tf.float32)), tf.ones([64, 64]))], 4)
        session = tf.Session()
        tf.train.start_queue_runners(session)
        print(session.run(batch).shape)
        """,
    "daemon_threads": """
        import threading, time
        import tf1compat as tf
        x = tf.random_uniform([50, 50])
        queue = tf.FIFOQueue(1000000, [tf.float32], [[50, 50]])
        put = queue.enqueue([tf.matmul(x, x)])
        session = tf.Session()
        session.run(put)
        def work():
            while True:
                session.run(put)
        for _ in range(8):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.5)
        from tf1compat._facade import session_exit
        start = time.monotonic()
        session_exit.stop()  # threads that wait for the end are not waited for
        assert time.monotonic() - start < session_exit._PATIENCE
        print("(4, 64, 64)")
        """,
}


@pytest.mark.parametrize("name", _PROGRAMS)
def test_process_ends_while_threads_run_steps(name):
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_PROGRAMS[name])], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "(4, 64, 64)\n"), done.stderr[-2000:]
    assert "FATAL" not in done.stderr and "Traceback" not in done.stderr, done.stderr[-2000:]
    assert time.monotonic() - start < 60


_ENDLESS = """
    import tf1compat as tf
    start = [0, tf.random_uniform([8])]
    endless = tf.while_loop(lambda i, a: a[0] > -5.0, lambda i, a: ((i + 1) % 1000, tf.sin(a + 1.0)), start)
    session = tf.Session()
    print(session.run(tf.constant(1)), flush=True)
    """
_UNCAUGHT = """
    session.run(endless)
    """
_CAUGHT = """
    try:
        session.run(endless)
    except KeyboardInterrupt:
        print(session.run(tf.constant(2)))
    """


@pytest.mark.parametrize(
    "name, rest, status, printed", [("u", _UNCAUGHT, -signal.SIGINT, ""), ("c", _CAUGHT, 0, "2\n")]
)
def test_interrupt_ends_a_compiled_loop_that_never_ends(name, rest, status, printed):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_ENDLESS) + textwrap.dedent(rest)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell may have it ignored
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    time.sleep(4)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (status, printed), err[-2000:]
    assert time.monotonic() - start < 10
