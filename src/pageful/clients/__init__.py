"""Configurations of MCP clients: found, read, edited by position, written whole or not at all."""
