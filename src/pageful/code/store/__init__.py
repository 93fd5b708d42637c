"""The index of a project: its contents, and the protocol of the stores that keep it."""
