"""The screens around a photo of the map."""
