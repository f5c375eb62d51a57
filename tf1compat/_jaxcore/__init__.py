"""The pure functional core: op declarations, graph, passes and execution; knows no default graph."""
