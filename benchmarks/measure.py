"""One measurement in one process: `PYTHON measure.py ENGINE NAME` prints a number of seconds as a line of JSON.

ENGINE is `tensorflow`, `tf1compat` or `jax`; runs on TensorFlow 1.15's Python 3.7 too.
"""

import importlib
import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")


def timed(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def median(values):
    return sorted(values)[len(values) // 2]


def per_step(run):
    """Seconds per step: bursts of short steps, single long ones, after a warm-up."""
    for step in range(10):
        run(step)
    once = median([timed(lambda: run(10)) for _ in range(5)])
    size = max(1, int(0.01 / once))

    def burst():
        for step in range(size):
            run(step)

    return median([timed(burst) / size for _ in range(60)])


def load(engine):
    tf = importlib.import_module(engine)
    tf.logging.set_verbosity(tf.logging.ERROR)
    return tf


def program(engine, name):
    """The function of a step number that runs the program `name`."""
    if engine == "jax":
        import twins

        return getattr(twins, name)()
    import programs

    tf = load(engine)
    fetches, feed = getattr(programs, name)(tf)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda step: session.run(fetches, feed(step))


def build(engine):
    import programs

    tf = load(engine)
    programs.build(tf, 500)
    nodes = []
    seconds = median([timed(lambda: nodes.append(programs.build(tf))) for _ in range(3)])
    return seconds * 10000 / nodes[0]


def record(engine, name):
    """Seconds per record of a pipeline."""
    import pipelines

    tf = load(engine)
    return min(pipelines.drain(tf, getattr(pipelines, name), time.perf_counter) for _ in range(3)) / pipelines.RECORDS


def main():
    engine, name = sys.argv[1:]
    if name == "import":
        seconds = timed(lambda: importlib.import_module(engine))
    elif name == "first":
        seconds = timed(lambda: program(engine, "mlp")(0))
    elif name == "build":
        seconds = build(engine)
    elif name in ("queues", "dataset"):
        seconds = record(engine, name)
    else:
        seconds = per_step(program(engine, name))
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
