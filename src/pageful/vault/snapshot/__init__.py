"""A vault as one scan found it: files, parsed notes, targets of links."""
