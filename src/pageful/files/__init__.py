"""Files that can be trusted: checksummed, opened safely, seen to be unchanged."""
