"""What the XML reports say: every test, and failing ones as a reader wants them."""
