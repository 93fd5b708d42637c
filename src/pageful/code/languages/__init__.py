"""The facts about languages, a record each, for all rooms that treat them differently."""
