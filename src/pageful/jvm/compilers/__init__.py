"""Messages of compilers for the JVM."""
