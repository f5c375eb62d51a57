"""Clusters: tasks that own variables and queues, servers that others reach them by, and the master of a session."""
