"""Read the map from a photo. The only part of the companion that uses numpy and OpenCV."""
