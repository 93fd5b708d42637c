"""The tool for Dataview queries: whose queries, which page of rows, what follows."""
