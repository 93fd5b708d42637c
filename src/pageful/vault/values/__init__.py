"""Values of notes' fields: dates, durations, links, numbers, their order and their printing."""
