"""Measurements. Nothing of the companion needs this folder; every number is a ratio taken within one run."""
