"""Parts of a recorded build, page by page."""
