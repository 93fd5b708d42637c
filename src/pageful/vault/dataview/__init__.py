"""The Dataview query language: its grammar, its values and functions, and how a query is run."""
