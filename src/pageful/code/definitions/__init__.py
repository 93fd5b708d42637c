"""The parameters, descriptions and functions of the tools."""
