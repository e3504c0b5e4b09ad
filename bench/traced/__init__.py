"""Table pictures by path tracing, with another hand's art, lamps, pieces and lens than ``bench.pictures``.

Needs ``pip install mitsuba``, which nothing else does.
"""
