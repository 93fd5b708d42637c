"""Agents' clients connected with a directory: servers, hooks, a paragraph; and the way back."""
