"""All on a topic on one page: sections, open tasks, days, and the names of further notes."""
