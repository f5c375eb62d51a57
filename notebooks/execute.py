"""Run the notebooks in this folder: `--check` only runs them, without it their outputs are stored.

python notebooks/execute.py [--check] [NAME…]
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def execute(path, store):
    """Run every cell in a fresh kernel; an exception in a cell ends it with the cell and its traceback."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": HERE}}).execute()
    if not store:
        return notebook
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day, which would differ in every commit
    nbformat.write(notebook, path)
    return notebook


def main():
    arguments = sys.argv[1:]
    names = [a for a in arguments if a != "--check"]
    for path in sorted(HERE.glob("*.ipynb")):
        if not names or path.stem in names:
            execute(path, store="--check" not in arguments)
            print(path.name, "ran to its end")


if __name__ == "__main__":
    main()
