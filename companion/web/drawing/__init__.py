"""What screens are drawn with: hexagons, maps, cards, tents, codes to scan."""
