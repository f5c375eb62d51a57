"""Contexts in meta graphs as plain data; also runs on the recorder's Python 3.7 with TF 1.15."""

from graphs_control_flow import CALLS

NAMES = (
    "cond_nested cond_ref_variable cond_resource_variable cond_in_while cond_in_while_in_cond while_maximum while_nested "
    "while_in_cond while_captures while_resource_variable while_control case_no_default"
).split()
PROGRAMS = {name: CALLS[name] for name in NAMES}


def plain(message):
    """The fields of a context's message that are set."""
    found = {}
    for field, value in message.ListFields():
        if field.name == "external_values":
            found[field.name] = dict(value) if hasattr(value, "items") else {e.key: e.value for e in value}
        elif field.name == "values":
            found[field.name] = list(value)
        elif field.name == "nested_contexts":
            found[field.name] = [plain(m) for m in value]
        elif hasattr(value, "ListFields"):
            found[field.name] = plain(value)
        elif isinstance(value, (str, int, bool)):
            found[field.name] = value
        else:
            found[field.name] = list(value)
    return found
