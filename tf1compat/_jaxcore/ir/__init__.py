"""The graph: nodes and values, how they are built, checked, shown and exchanged as GraphDef."""
