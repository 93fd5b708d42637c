"""The tool of bases: which base and views are meant, how they are run, and pages of their rows."""
