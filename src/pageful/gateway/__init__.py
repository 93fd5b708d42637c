"""The gateway: any MCP server's results as pages, and all other bytes as they came."""
