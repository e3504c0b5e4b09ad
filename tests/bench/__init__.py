"""The measurements measure the same thing."""
