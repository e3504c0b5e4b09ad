"""Tables as people use them: open, record, undo, correct, look back, export. Every screen and the API come here."""
