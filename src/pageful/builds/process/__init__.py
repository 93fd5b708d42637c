"""Processes of builds: started, watched, ended."""
