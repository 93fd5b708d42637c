"""A project to begin with: `pageful new tool` writes a family of tools that works and is tested."""
