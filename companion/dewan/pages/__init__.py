"""What Dewan brings to the screens."""
