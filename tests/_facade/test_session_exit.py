"""A process may end while threads are inside sessions: it exits with its own status, at once."""

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
        print("(4, 64, 64)")
        """,
}


@pytest.mark.parametrize("name", _PROGRAMS)
def test_process_ends_while_threads_run_steps(name):
    for _ in range(3):
        start = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(_PROGRAMS[name])], capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stdout) == (0, "(4, 64, 64)\n"), done.stderr[-2000:]
        assert "FATAL" not in done.stderr and "Traceback" not in done.stderr, done.stderr[-2000:]
        assert time.monotonic() - start < 60
