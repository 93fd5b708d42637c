"""Build and test a Java project with Maven."""
