"""The rules of the games, pure.

Nothing below this folder reads a clock, draws a lot, does I/O or speaks a sentence. Values never change; verdicts
are codes with parameters, and what was drawn by lot is handed in by the caller.
"""
