"""What can be asked of a recorded build, side by side and page by page."""
