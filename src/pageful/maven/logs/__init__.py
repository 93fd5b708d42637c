"""What Maven's log says: compilers, checkers, modules, and why a build failed."""
