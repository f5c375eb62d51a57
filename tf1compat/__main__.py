"""`python -m tf1compat script.py args…`: runs a TensorFlow 1 program; see `tf1compat.cli`."""

from tf1compat.cli import main

if __name__ == "__main__":
    main()
