"""The screens of Dewan, as data."""
