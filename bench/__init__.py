"""Measurements beside other programs; nothing here is needed to run the companion."""
