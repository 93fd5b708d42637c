"""The files of a repository: which there are, which are ignored, what changed, and their text."""
