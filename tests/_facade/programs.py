"""What the files *_programs.py share: collecting programs, noting outcomes, and how a graph is written down.

Also runs on the recorder's Python 3.7 with TF 1.15.
"""


def collect():
    """A dict of programs by name, and the decorator that fills it."""
    found = {}

    def program(function):
        found[function.__name__] = function
        return function

    return found, program


def into(outcomes):
    """A function that calls its argument and notes the result or the error."""

    def note(call):
        try:
            outcomes.append(repr(call()))
        except Exception as e:
            # where a variable was defined, and a set of dtypes in no order, differ from run to run
            text = str(e).split("\n\n")[0].split(", expected")[0]
            outcomes.append(type(e).__name__ + ": " + text)

    return note


def is_gradient(name):
    """Nodes of tf.gradients are made in another way here (one node for all)."""
    return ("/" + name).find("/gradients") >= 0


def described(operations, classes_of):
    """The operations as plain data; `classes_of` gives the colocation groups of one of them."""
    rows = []
    for op in operations:
        if is_gradient(op.name):
            continue
        inputs = ["gradient" if is_gradient(i.name) else i.name for i in op.inputs]
        control = [c.name for c in op.control_inputs if not is_gradient(c.name)]
        if len(control) > 12:
            control.sort()  # TF1: many control inputs come in no fixed order
        rows.append([op.name, op.type, inputs, control, classes_of(op), op.device])
    return rows
