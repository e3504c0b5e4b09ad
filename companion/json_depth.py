"""How deep JSON is nested, counted before it is parsed: a parser finds out by running out of stack."""

import re

MOST_DEPTH = 64
"""A log with its entries, their bodies and what is in those has a dozen."""
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)', re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]+")


def is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return False
    brackets = _NO_BRACKET.sub("", _TEXT.sub("", text)).replace("{", "[").replace("}", "]")
    for _ in range(MOST_DEPTH):
        shorter = brackets.replace("[]", "")
        if len(shorter) == len(brackets):
            break
        brackets = shorter
    return brackets.count("[") > 0 and ("[]" in brackets or len(brackets) > MOST_DEPTH)
