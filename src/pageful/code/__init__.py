"""The code family: index a repository, search it by meaning and by name."""
