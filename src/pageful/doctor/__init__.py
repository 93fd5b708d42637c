"""An examination of this machine: programs, storage, clients and hooks, and how to mend them."""
