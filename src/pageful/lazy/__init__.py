"""Classes and patterns that are made with their first use, as a command uses few that it loads."""
