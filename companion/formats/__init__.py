"""The contract's face: JSON in, values of the rules out, and back. Every fault is named with its path."""
