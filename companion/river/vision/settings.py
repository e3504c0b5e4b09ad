"""Every threshold of The River's photo reader, each with its reason."""

DOUBT = 0.8
"""Below this confidence a tile is pointed out for people to look at."""

SIDE = 16
"""A tile is kept as so many places square: a symbol a sixth of it wide is still seen, and 768 bytes are no picture."""
RIM = 0.05
"""Of a tile's side that is left out all around: neighbours and shadows."""
DARK = 0.02
"""Added to linear light before its logarithm: below that a phone shows noise."""
LIGHT = 0.6
"""How much a difference of lightness counts against one of colour: shadows change it."""
OUTLIER = 0.5
"""A place farther off than this is covered by a cube or by glare, and counts no more than this."""
ALIKE = 0.035
"""How far two tiles of one look are apart, as a mean over places: 0.005 to 0.03 in made photos, and those that differ
by one symbol 0.04 to 0.1. One question too many costs less than two tiles taken for one."""
LAMP = (0.9, 0.35, 0.5)
"""How far two photos' lightness and colours may be apart through lamp and exposure alone (logarithms)."""
SAME = 0.045
"""How near a tile must come to what was learned to be taken for it: in another photo, so a little more than ALIKE."""
