"""Long lists by pages, numbered from 1."""

from collections.abc import Mapping

A_PAGE = 10


def pages_of(number: int, a_page: int = A_PAGE) -> int:
    return max(1, -(-number // a_page))


def page_asked(args: Mapping[str, str], pages: int) -> int:
    """The page the address names, or the nearest there is."""
    text = args.get("page", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1
    return min(max(1, number), pages)
