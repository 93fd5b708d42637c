"""The size of answers, and counts of them kept on this machine: numbers and names, no content."""
