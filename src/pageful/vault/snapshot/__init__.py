"""A vault as it was at one look: files, parsed notes, links' targets."""
