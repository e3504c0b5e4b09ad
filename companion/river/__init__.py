"""The River: its rules, formats, face to the log, pages and drawings."""
