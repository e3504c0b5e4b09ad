"""Screens as data: what they show and what can be tapped. Nothing in here knows HTTP or HTML."""
