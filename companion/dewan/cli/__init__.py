"""Commands about a table of Dewan."""
