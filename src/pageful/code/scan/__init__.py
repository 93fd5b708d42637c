"""The files of a repository: the walk over them, ignore rules, changes, and their texts."""
