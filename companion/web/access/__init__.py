"""Who comes in: the codes, the devices that bring them, what each may do and how much of it."""
