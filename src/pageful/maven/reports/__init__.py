"""The files that Surefire and Failsafe write: reports and dumps."""
