"""Output of any JVM and its compilers: stack traces, class files, messages."""
