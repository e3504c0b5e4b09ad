"""What the photo readers of all games share: pictures opened, pieces cut out, and the process they are read in."""
