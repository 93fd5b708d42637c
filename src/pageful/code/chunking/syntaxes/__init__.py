"""The tables of each language, loaded one by one."""
