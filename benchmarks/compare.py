"""Measure tf1compat against TensorFlow 1.15.5 and hand-written JAX; README.md in this folder explains.

python benchmarks/compare.py [--oracle PYTHON_WITH_TENSORFLOW_1.15] [--only NAME] [--rounds 3]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("add", "variables", "linreg", "mlp", "build", "queues", "dataset", "import", "first")
WITHOUT_TWIN = frozenset({"build", "queues", "dataset"})
AIMS = {
    "add": (0.2, None),
    "linreg": (0.5, 1.0),
    "mlp": (0.9, 1.0),
    "build": (0.3, None),
    "queues": (1.0, None),
    "dataset": (1.0, None),
}


def measure(python, engine, name, cold):
    """Seconds, or None where the process failed (its last line is shown)."""
    with tempfile.TemporaryDirectory() as empty:
        environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", JAX_PLATFORMS="cpu")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
        environment["PYTHONPATH"] = str(HERE.parent) if engine == "tf1compat" else ""
        if cold:
            environment["TF1COMPAT_CACHE"] = empty
        command = [os.path.expanduser(python), str(HERE / "measure.py"), engine, name]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE)
    if done.returncode:
        print(f"{engine} {name} failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def text(seconds):
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def ratio(mine, other, aim):
    if mine is None or other is None:
        return ""
    value = mine / other
    if aim is None:
        return f"{value:.2f}"
    return f"{value:.2f} ({'<=' if value <= aim else 'MISSES'} {aim})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--oracle", help="a Python interpreter that has TensorFlow 1.15")
    parser.add_argument("--only", action="append", choices=NAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cold", action="store_true", help="an empty compilation cache for every process")
    parser.add_argument("--json", help="write all figures to this file")
    options = parser.parse_args()
    engines = {"tf1compat": sys.executable, "jax": sys.executable}
    if options.oracle:
        engines["tensorflow"] = options.oracle

    found = {}
    print(f"{'':10} {'tf1compat':>12} {'TensorFlow':>12} {'JAX':>12}   ours/TF          ours/JAX")
    for name in options.only or NAMES:
        figures = {engine: [] for engine in engines}
        for _ in range(options.rounds):
            for engine, python in engines.items():
                if not (engine == "jax" and name in WITHOUT_TWIN):
                    figures[engine].append(measure(python, engine, name, options.cold))
        found[name] = figures
        known = {e: [s for s in seconds if s is not None] for e, seconds in figures.items()}
        ours, tf, jax = (
            statistics.median(known[e]) if known.get(e) else None for e in ("tf1compat", "tensorflow", "jax")
        )
        aim_tf, aim_jax = AIMS.get(name, (None, None))
        against_tf, against_jax = ratio(ours, tf, aim_tf), ratio(ours, jax, aim_jax)
        print(f"{name:10} {text(ours):>12} {text(tf):>12} {text(jax):>12}   {against_tf:16} {against_jax}", flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
