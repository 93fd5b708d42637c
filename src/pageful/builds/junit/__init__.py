"""Reports of tests as JUnit XML."""
