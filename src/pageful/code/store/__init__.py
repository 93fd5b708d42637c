"""The index of a project: what it holds, and the door to where it is kept."""
