"""Which language the terminal speaks."""

import os
import re

from companion.i18n.catalog import LANGUAGES, Speaker, speaker


def terminal_speaker() -> Speaker:
    """The language of the environment, if it is one of ours. ``LANGUAGE`` may list several, the best first."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            wanted = (re.split(r"[_.@-]", one)[0].lower() for one in value.split(":"))
            return speaker(next((one for one in wanted if one in LANGUAGES), LANGUAGES[0]))
    return speaker(LANGUAGES[0])
