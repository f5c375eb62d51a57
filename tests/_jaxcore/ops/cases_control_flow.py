"""Switches, merges, loops: their shape rules are compared by the graph tests, they run as parts of whole graphs."""

CASES = []
_WHOLE = "only works in a whole graph; tests/_facade/graphs_control_flow.py"
WITHOUT_CASE = {
    op: _WHOLE
    for op in (
        "Switch RefSwitch Merge RefMerge RefSelect Enter RefEnter Exit RefExit NextIteration RefNextIteration LoopCond "
        "ControlTrigger RefIdentity"
    ).split()
}
