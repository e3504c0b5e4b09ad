"""The JSON of Dewan: table record, box, actions."""
