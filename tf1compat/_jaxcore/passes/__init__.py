"""Graph → Graph, without side effects: from what the user built to what can be executed."""
