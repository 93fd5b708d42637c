"""Toolsets as MCP servers: the only room that knows the MCP SDK."""
