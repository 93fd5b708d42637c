"""What is installed, connected and kept on this machine, whether it works, and how to mend it."""
