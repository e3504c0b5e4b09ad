"""Screens and the HTTP API."""
