"""What is known of languages, a record each: all rooms that treat them differently ask here."""
