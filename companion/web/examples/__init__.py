"""Drawn examples of the rules, as data: small boards, what is shown on them, and what they claim.

What an example draws and says is worked out by the rules themselves; what it claims is tested against them.
"""
