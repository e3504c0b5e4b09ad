"""The address of the page that is asked for, also where Companion lives below a path."""

from flask import request


def this_page() -> str:
    return request.script_root + request.full_path.rstrip("?")
