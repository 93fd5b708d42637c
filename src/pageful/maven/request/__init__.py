"""A request for a build: as it is asked for, checked, packed and refused."""
