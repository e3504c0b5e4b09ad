"""The screens of The River, as data."""
