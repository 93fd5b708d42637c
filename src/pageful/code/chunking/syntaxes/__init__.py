"""The syntax of each language, loaded one by one."""
