"""The terms that code and questions are split into."""
