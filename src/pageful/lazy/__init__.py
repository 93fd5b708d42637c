"""What is made with its first use, since most of what a command loads it never uses."""
