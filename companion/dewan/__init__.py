"""Dewan: its rules, formats, face to the log, pages and drawings."""
