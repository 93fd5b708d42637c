"""Records of builds, written while they run."""
