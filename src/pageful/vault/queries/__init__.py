"""The Dataview tools: queries of a call or a note, pages of rows, and names."""
