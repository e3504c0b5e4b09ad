"""The screens around a photo of the map, and the process it is read in."""
