"""What The River brings to the screens."""
