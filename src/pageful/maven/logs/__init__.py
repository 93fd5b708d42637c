"""Readers of Maven's log: problems of compilers and checkers, modules, reasons for failure."""
