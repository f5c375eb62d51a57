"""TensorFlow's tools on graphs and checkpoints, as modules and as programs (`tf1compat -m tensorflow.python.tools.…`)."""
