"""Words for codes. Nothing else of the companion holds a sentence for people."""
