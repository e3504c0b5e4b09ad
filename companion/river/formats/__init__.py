"""The JSON of The River: table record, box, actions."""
