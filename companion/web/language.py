"""Which language a visitor reads, and the template helper that speaks it."""

from datetime import datetime

from flask import Flask, current_app, g, request

from companion.i18n.catalog import LANGUAGE_NAMES, LANGUAGES, PSEUDO, Speaker, speaker
from companion.service.clocks import clock_text

COOKIE = "language"


def init_app(app: Flask) -> None:
    app.add_template_global(t)
    app.add_template_global(when)
    app.add_template_global(time_of_day)
    app.add_template_global(decimal)
    app.add_template_global(percent)
    app.add_template_global(clock_text)
    app.context_processor(lambda: {"language": current_speaker().language, "languages": LANGUAGE_NAMES})


def current_speaker() -> Speaker:
    """The language chosen on this device, else the best the browser asks for, else the first."""
    if "speaker" not in g:
        chosen = request.cookies.get(COOKIE)
        if chosen not in LANGUAGES and not (chosen == PSEUDO and current_app.config["TESTING"]):
            # By the first part of each tag: whoever asks for "de-AT, en;q=0.8" wants German.
            wanted = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
            chosen = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
        g.speaker = speaker(chosen, _locale(chosen))
    kept: Speaker = g.speaker
    return kept


def _locale(language: str) -> str | None:
    """The country the browser asks for its language in: whoever reads ``en-GB`` writes no American dates."""
    from babel.localedata import exists

    for tag, quality in request.accept_languages:
        asked, _, country = tag.partition("-")
        if asked.lower() == language and len(country) == 2 and country.isascii() and country.isalpha() and quality > 0:
            locale = f"{language}_{country.upper()}"
            return locale if exists(locale) else None
    return None


def t(code: str, **params: object) -> str:
    """The text of a code in the visitor's language."""
    return current_speaker()(code, params)


def when(moment: str) -> str:
    """A moment of the log (``2026-11-16T19:30:00Z``) as people here write it, in the time of this machine."""
    from babel.dates import format_datetime  # slow to import, and most pages tell no time

    local = datetime.fromisoformat(moment).astimezone()
    return format_datetime(local, "short", locale=current_speaker().locale)


def time_of_day(moment: str) -> str:
    from babel.dates import format_time  # slow to import

    return format_time(datetime.fromisoformat(moment).astimezone(), "short", locale=current_speaker().locale)


def decimal(number: float) -> str:
    """A number with one place after the point, as people here write it."""
    from babel.numbers import format_decimal  # slow to import

    return format_decimal(round(number, 1), locale=current_speaker().locale)


def percent(part: float) -> str:
    """A part of a whole in hundredths, as people here write it."""
    from babel.numbers import format_percent  # slow to import

    return format_percent(part, locale=current_speaker().locale)
