"""Screens and the HTTP API. The only package that knows Flask."""
