"""The rules are tested with pytest and Hypothesis alone: an answer carries codes where a reader would see sentences."""

from tests.codes import only_codes

__all__ = ["only_codes"]
