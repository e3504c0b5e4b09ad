"""The games the companion knows, each behind the same face, so that log, screens and exports need not know them."""
