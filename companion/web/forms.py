"""Numbers people type into forms: one reader for all of them."""

from flask import request

from companion.formats.faults import BadInput, Fault

MOST_DIGITS = 6


def form_number(name: str, most: int | None = None) -> int | None:
    """The number in a field of the form; None where it was left empty. Raises BadInput."""
    return number_in(request.form.get(name, ""), name, most)


def number_in(text: str, path: str, most: int | None = None, faults: list[Fault] | None = None) -> int | None:
    """A whole number from 0 to ``most``, or of at most three digits; None for an empty text.

    What is no such number is added to ``faults``, or raises BadInput where there are none to add to.
    """
    text = text.strip()
    if not text:
        return None
    is_number = text.isascii() and text.isdigit() and len(text) <= (3 if most is None else MOST_DIGITS)
    if is_number and (most is None or int(text) <= most):
        return int(text)
    if most is None:
        fault = Fault(path, "json.not-a-number", {"value": text[:40]})
    else:
        fault = Fault(path, "json.out-of-range", {"least": 0, "most": most})
    if faults is None:
        raise BadInput([fault])
    faults.append(fault)
    return None
