"""A project's last builds on disk: written while they run, read when they are asked for."""
