"""Every threshold of the photo reader, in one place, each with its reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.vision import settings as shared
from companion.vision.settings import Lab

DOUBT = 0.8
"""Below this confidence a space, tile or camp is pointed out for people to look at."""


def _families() -> dict[str, tuple[Lab, Lab]]:
    """Mean and deviation in Lab of each terrain's family in even daylight; wide, since every print differs."""
    return {
        "mountain": ((33.0, 1.0, -3.0), (9.0, 4.0, 6.0)),
        "badlands": ((45.0, 34.0, 25.0), (10.0, 10.0, 9.0)),
        "desert": ((78.0, 3.0, 40.0), (9.0, 6.0, 13.0)),
        "forest": ((46.0, -24.0, 22.0), (11.0, 10.0, 11.0)),
        "water": ((53.0, -5.0, -29.0), (12.0, 7.0, 11.0)),
        "start": ((76.0, 1.0, 8.0), (9.0, 3.0, 5.0)),
    }


@dataclass(frozen=True)
class Settings(shared.Settings):
    """Lengths are in units of the spacing (the distance between neighbouring spaces) unless named ``_px``."""

    # -- sizes
    view_sides_px: tuple[int, ...] = (1600, 1130, 800, 566, 400, 283)  # half an octave apart
    seed_side_px: int = 566  # patches: art is smoothed, the smallest space still has 300 pixels

    # -- hexagon patches to start from
    splits: tuple[tuple[int, int], ...] = ((5, 6), (7, 10), (5, 16))  # (median blur px, colours)
    split_samples: int = 6000
    openings: tuple[int, ...] = (3, 7)  # cuts thin bridges between patches
    seed_area: tuple[float, float] = (0.0012, 0.06)  # of the picture: 63 spaces far off to 28 close by
    seed_solidity: float = 0.9
    seed_misfit: float = 0.035  # a circle is 0.022 off a hexagon, a square 0.06

    corner_tolerance_px: float = 2.5  # straightens an outline without losing a corner
    corner_limit: int = 60  # more corners than this is grain, not a patch
    steepest_cosine: float = 0.38  # 60 degrees of tilt, and some lens

    # -- looking across edges
    strip_reach: float = 0.26  # a seam further off belongs to the next basin
    strip_step: float = 0.02  # about one pixel at fit_spacing_px
    strip_trim: float = 0.12  # corners mix three spaces
    strip_samples: int = 9
    strip_window: int = 5  # 0.1 of the spacing on each side: wider than a seam, narrower than a space
    strip_margin: int = 5  # samples at either end that have no whole window beside them
    wide_seams: bool = False  # look for broad printed bands between spaces instead of borders
    band_half: int = 2  # samples from a band's middle to its side
    band_beside: tuple[int, int] = (5, 8)  # samples from a band's middle to the spaces beside it
    seed_scales: tuple[float, ...] = (1.0,)  # by how much a patch may be smaller than its space
    ridge_weight: float = 0.7  # a printed seam between two like spaces is a line, not a step
    lab_weights: tuple[float, float, float] = (0.7, 1.0, 1.0)  # shadows change L, terrains change a and b
    on_edge: float = 0.04
    off_edge: float = 0.1
    edge_floor: float = 6.0  # Lab units a clear border exceeds and noise does not
    fit_spacing_px: float = 56.0  # art is smoothed away, seams are still there

    # -- perspective of a first guess
    focal_guess: float = 0.85  # phones: 26 to 35 mm equivalent is 0.72 to 0.97 of the long side
    flat_cosine: float = 0.97  # below 14 degrees of tilt perspective is too weak to need guessing

    # -- fitting
    fit_ridge: float = 1e-3
    perspective_ridge: float = 3.0  # perspective is the least certain part of a small patch
    growth: tuple[int, ...] = (3, 4, 6, 9)  # rings around the first space
    growth_windows: tuple[float, ...] = (0.15, 0.1)
    smallest_share: float = 0.15  # of the first space: a steep view shrinks far spaces to a quarter
    smallest_spacing_px: float = 12.0  # in the working picture; smaller spaces show neither seam nor terrain

    # -- searching
    seed_samples: int = 5  # along an edge: enough to rank hexagons
    seeds_at_once: int = 100  # 65 kB each; a small picture of grain has ten thousand
    seeds_tried: int = 6
    seed_score: float = 0.2  # true hexagons score 0.4 to 0.8, chance ones below 0.4
    clear_start: float = 0.45  # mean edge score of a start, from which on others on its lattice are not looked at
    starts_grown: int = 3
    rival_start: float = 0.6  # starts with less than this share of the best one's score are not spread
    clear_space: float = 0.15  # mean edge score that a space of the table rarely has

    # -- taps of a person
    tap_error: float = 0.12  # a finger is about this far from the middle of a space
    tap_guesses: int = 60  # what the taps may have meant
    tap_steepest: float = 0.33  # as steepest_cosine, with the taps' error

    # -- colours
    families: Mapping[str, tuple[Lab, Lab]] = field(default_factory=_families)
    colour_spacing_px: float = 40.0  # one sample averages about the grain of the art
    exposures: tuple[float, ...] = (
        -0.6,
        -0.2,
        0.2,
        0.6,
        1.0,
        1.4,
    )  # log gains undoing a bright or dim picture
    warmths: tuple[float, ...] = (
        -0.4,
        -0.2,
        0.0,
        0.2,
        0.4,
        0.6,
        0.8,
        1.0,
    )  # log blue-to-red gains undoing the lamp
    tints: tuple[float, ...] = (-0.1, 0.0, 0.1)
    family_floor: float = -16.0  # a space no family explains counts against a lamp, but only so much
    lamps_tried: int = 14  # best by families as they are, judged again after adapting
    lamps_kept: int = 3
    lamps_unlike: float = 0.06  # share of the spaces that two lamps worth trying name otherwise
    strain_weight: float = 1.5  # how strongly an adapted colour is held to its family
    em_rounds: int = 6
    palette_hold: float = 1.5  # spaces' worth of trust in the family against this photo's own spaces
    spread_cap: float = 1.5
    grain_spread: Lab = (7.0, 4.0, 5.0)  # and places within a space
    hidden_share: float = 0.25  # of a space's places, covered by pieces, tokens or glare
    bare_spread: Lab = (7.0, 5.0, 6.0)  # places of a space that are still its terrain: light and art move them so far
    bare_least: float = 0.1  # share of a space's places; less tells nothing of its ground
    cover_radii: tuple[float, ...] = (0.3, 0.36, 0.42)  # of markers: smaller ones hide no more than pieces do
    cover_cost: float = 2.0  # log odds against a marker on a space
    veils: tuple[tuple[float, float], ...] = ((0.0, 0.0), (0.06, 3.0), (0.15, 4.0), (0.35, 5.0))
    # (light that glare adds to a space, linear; cost): a space under glare costs less than one misread
    clutter_share: float = 0.25
    free_places: float = 7.0  # 37 neighbouring places speak like this many independent ones

    # -- light that changes over the map
    light_least: int = 14  # spaces of known terrain; fewer tell terrains' grain, not light
    light_hold: float = 1.5  # spaces' worth of belief that light is even
    light_bowl_hold: float = 5.0  # and that it changes evenly
    light_grain: float = 0.35  # log light by which like spaces differ in one light
    light_rounds: int = 4

    other_log: float = -13.2  # a space that is no terrain of ours: a little likelier than anything at all

    # -- heights
    focal_range: tuple[float, float] = (0.6, 1.6)  # of the long side: 22 to 58 mm equivalent
    focal_hold: float = 0.03  # how steep a view must be before its own focal length is believed

    # -- decoding
    map_reach: int = 20  # rings around the first space: nine tiles in a row, the first at one end
    table_edges: float = 0.1  # mean edge score of plain table
    sure_edges: float = 0.28  # mean edge score of a space that is surely bordered all around
    floor_spaces: int = 160  # of those: far more than any map has, so a tiled floor; reading it would only take long
    clear_edges: float = 0.14  # mean edge score that at least one space of every flower exceeds
    decode_rounds: int = 3
    read_on_rounds: int = 3  # each fits the lattice to more of the map
    read_on_drift: float = 0.1  # seams are still found when they lie this far off
    space_gain_limit: float = 12.0  # no single space may carry a flower or sink it
    misfit_limit: float = 12.0  # nor rule a tile out: it may be hidden or glaring
    marker_misfit: float = 5.0  # less so where water is seen: a marker may lie there
    guess_below: float = 3.0  # log odds of a tile of the box, below which its rivals are tried
    guess_rivals: int = 3
    guesses: int = 8  # altogether
    missing_gain: float = -1.0  # a space beyond the picture's border
    missing_allowed: int = 2
    edge_gain: float = 9.0  # turns a space's mean edge score into log likelihood
    edge_neutral: float = 0.2  # mean edge score as often seen on the table's rim as on the map
    edge_clip: tuple[float, float] = (-2.0, 3.0)
    flower_edges: float = 0.2  # mean edge score: flowers of the map have 0.28 to 0.7, of the table up to 0.18
    loose_edges: float = 0.06  # of a space's three weakest edges: on a map of no flowers as often as beside it
    loose_edges_spread: float = 0.06
    loose_company: float = 1.5  # a neighbour in the map counts as much as this many spreads; at its rim 3, beside it 2
    loose_rounds: int = 6
    loose_credit: float = 1.3  # against flowers, which gain by more spaces
    loose_radii: tuple[int, ...] = (2, 3)  # boards of 19 and 37 spaces
    loose_shared: float = 0.55  # of a patch and the hexagon it stands for: its rim is what is misread
    loose_table: float = -90.0  # log likelihood of table: spaces of boards have -110 to -90, their frames -70
    loose_table_spread: float = 10.0  # that counts as much as a spread of its edges
    loose_smaller: float = 0.1  # by which a larger hexagon must share more: frames have spaces, too
    loose_least: int = 12
    flower_gain: float = 10.0  # below this a flower is not worth its place
    reuse_cost: float = 12.0  # log odds against two copies of one tile
    stranger_cost: float = 0.5  # log odds against a tile that is not in the box
    posterior_heat: float = 0.6  # neighbouring places of a space are not independent

    # -- choosing and refusing
    lattices_read: int = 4
    least_support: float = 3.5  # pictures without a map reach 2.3 (chess floors 16), the weakest map seen 6.8
    rival_support: float = 0.7  # a lattice with less edge support than this share of the best is not read
    wide_below: float = 5.0  # with less support than this and no map found, boards with broad seams are tried too
    wide_start: float = 0.12  # mean edge score of a broad-seamed start below which it is not looked at further
    least_evenness: float = 0.45  # the weakest of the three edge directions against their mean; stripes have less
    least_flowers: int = 3  # two players' maps have four tiles; one may be hidden
    few_odds: float = 5.0  # log odds of a tile of the box, with which fewer will do: right ones have 6.8 and more
    most_spaces: int = 105  # the largest map has nine tiles; fifteen are more than a box holds
    least_terrains: int = 3  # every tile has as many
    least_terrain_share: float = 0.04
    most_starts_share: float = 0.3  # one space of seven at most
    most_pale_share: float = 0.6  # of another game's board, where what looks like a start may be anything pale
    least_rate: float = 4.0  # mean log-likelihood gain a space; maps have 11 to 17
    least_told: float = (
        0.6  # mean share of the terrains by colour alone; maps have .8 and more, floors of one colour .5
    )
    strange_rate: float = 12.0  # as least_rate, where no tile is of the box: most maps have more, rugs less
    doubt: float = DOUBT

    own_odds_limits: tuple[float, float] = (-7.0, 8.0)
    # log odds that one flower may add against and for the map being of this box: pieces and markers may cover one
    own_odds_least: float = 4.0  # of all flowers together: right maps have 9 and more, a stranger's up to 2.5

    # -- learning the look of one's own tiles
    look_support: float = 0.8  # one tile alone has few edges
    look_spread: Lab = (6.0, 4.0, 5.0)  # another lamp moves a known colour about this much

    # -- the print of one's own tiles
    print_telling: tuple[float, float] = (0.05, 0.95)  # linear light between noise and the limit
    print_telling_least: int = 70  # places of a space
    print_gain_limit: float = 0.15  # log light by which one space differs from those around it
    print_veils: tuple[float, ...] = (0.0, 0.02, 0.05, 0.1, 0.18, 0.3)  # light that glare adds, linear
    print_veil_cost: float = 1.0  # Lab units: a veil must explain something
    print_spread: Lab = (5.0, 3.5, 4.0)  # Lab by which a place differs from its print under an evened light
    print_art: float = 0.8  # and in deviations of the art around it, since it is seen a pixel off, or less sharply
    print_shades: tuple[tuple[float, float], ...] = ((1.0, 0.2), (0.7, 1.6), (0.45, 2.0))
    # (share of the light, cost): bare ground in a piece's shadow
    shift_cell: Lab = (12.0, 10.0, 10.0)  # colours of a print that a photo shifts alike
    shift_reach: Lab = (9.0, 7.5, 7.5)
    shift_hold: float = 2.0  # spaces' worth of belief that it does not
    shift_least: int = 3  # spaces that show a colour: fewer may be covered
    shift_least_places: int = 12  # of a space
    print_agrees: float = 16.0  # squared deviations of a place that still agrees, over three channels
    print_agreeing_share: float = 0.8  # of a space's places; a camp hides a quarter of them
    print_same_tile: float = 0.5  # with a lower median over its spaces it is another tile, or a photo of nothing
    print_least_px: float = 15.0  # between spaces: smaller ones would blur the print
    print_most_seen: int = 8  # later photos still count for a ninth
    print_sure: float = 0.9  # a tile named less surely teaches nothing

    # -- the last touch
    rim_trust: float = 0.3
    snap_windows: tuple[float, ...] = (0.1, 0.08, 0.06)
    nudge_windows: tuple[float, ...] = (0.06, 0.05)
    nudge_limit: float = 0.1  # tiles lie askew by gaps, not by tenths of a space

    # -- camps
    camp_spacing_px: float = 40.0
    camp_layers: tuple[tuple[float, float], ...] = ((0.03, 0.15), (0.1, 0.12), (0.18, 0.08), (0.26, 0.04))
    # (height, radius) of a piece's core: narrower than any, so that its turn does not matter
    camp_shifts: tuple[tuple[float, int], ...] = (
        (0.0, 1),
        (0.06, 6),
        (0.12, 12),
    )  # rings of places it may stand
    camp_stray: float = 0.1
    camp_stray_cost: float = 0.3
    camp_shades: tuple[float, ...] = (0.18, 0.27, 0.4, 0.6, 0.85, 1.15)
    camp_shade_costs: tuple[float, ...] = (0.9, 0.5, 0.2, 0.0, 0.0, 0.1)  # a piece wholly in deep shade is rare
    camp_shining: int = 3  # the most lit shades may also shine
    camp_veil: float = 0.05  # light a shining face adds to its colour
    camp_veil_cost: float = 0.25
    strange_margin: float = 1.5  # log density over anything's, below which a place is no ground
    tone_height: float = 0.12
    tone_least: int = 20  # places that are no ground: less than one piece's worth tells nothing
    tone_places: int = 300  # looked at, of all of them
    tone_places_a_piece: float = 15.0  # neighbouring places speak together
    tone_spread: tuple[float, float, float, float] = (0.3, 0.2, 0.1, 0.15)  # log exposure, warmth, tint, chroma
    tone_starts: int = 2  # with pieces on them: they hold every colour in play, and no markers
    tone_least_start: int = 12  # places of a start that are no ground
    paint_spread: Lab = (0.2, 0.25, 0.12)  # log level, warmth and tint by which pieces differ from the box's colours
    paint_limit: float = 1.8  # spreads of hue beyond which it is no piece of that colour
    paint_least: float = 1.5  # score of a piece on a start that tells its colour's paint
    paint_hold: float = 1.0  # colours' worth of belief that those on no start are the box's
    camp_spread: Lab = (5.5, 7.0, 8.0)
    camp_own_spread: Lab = (5.5, 5.0, 5.5)  # of a colour whose paint a piece on a start told
    camp_clip: tuple[float, float] = (-4.0, 5.0)
    camp_spill: float = 0.6  # what the surroundings share with the piece is light, not a piece
    shadow_share: float = 0.4
    token_lab: Lab = (18.0, 17.0, -20.0)  # berry tokens: flat, dark violet
    token_shades: tuple[float, ...] = (0.5, 1.0, 1.8)
    token_shines: tuple[float, ...] = (0.04, 0.1)  # light that a flat token mirrors, of white paper's
    token_cost: float = -0.7
    stray_token_cost: float = 3.0  # log odds against a token where no berry is printed
    anything_log: float = -13.5
    camp_threshold: float = 0.1  # score at which a camp is as likely as not
    common_share: float = 0.2  # of a terrain's spaces that stay below: camps may stand on most of the others
    camp_common: float = -1.3  # what such a space scores where nothing printed looks like a camp
    wet_cost: float = 0.6  # camps stand on water in one scenario only
    head_heights: tuple[float, ...] = (0.25, 0.35, 0.45)  # of a piece: what of it may be seen over the next space
    head_reach: float = 0.3
    head_cost: float = 2.5  # log odds
    # -- markers and tokens
    flat_step: float = 0.05  # between places looked at on a space
    flat_reach: float = 0.42  # a space's edges are 0.5 away
    flat_spacing_px: float = 24.0  # as fine as prints are known: finer art would look like something that lies there
    marker_art_share: float = 0.3  # of a marker's face, in any colour: art, a rim, what mirrors the lamp
    flat_strange: float = 2.0  # log density over anything's, below which a place is no ground
    lava_face: tuple[Sequence[float], ...] = (
        (50, 50, 45, 16, 18, 18, 0.45),
        (76, 18, 65, 12, 15, 16, 0.15),
        (56, 40, 22, 20, 20, 22, 0.4),
    )
    water_face: tuple[Sequence[float], ...] = (
        (48, -4, -34, 16, 11, 14, 0.6),
        (42, 12, -54, 18, 20, 18, 0.4),
    )
    # in daylight: Lab, its deviation, share of the face; editions differ widely
    marker_art_shown: float = 0.05  # of a marker's places, in a colour of the others' art
    marker_gain: float = 1.0  # log density of one edition's colours over these, since it uses few of them
    marker_water_spread: Lab = (10.0, 7.0, 8.0)  # about the print's own water
    marker_own_spread: Lab = (9.0, 9.0, 10.0)  # about the colours of a marker that was seen
    marker_shifts: tuple[tuple[float, int], ...] = ((0.0, 1), (0.06, 6), (0.12, 6))  # how far off the middle it may lie
    marker_radii: tuple[float, ...] = (0.22, 0.26, 0.3, 0.34, 0.38, 0.42)
    marker_core: float = 0.14  # from a marker's middle: no bare ground there
    marker_too_large: tuple[float, float] = (0.6, 0.95)  # of a space's rim: an arm may cover as much; no marker does
    marker_rim: float = 0.36  # where it begins, from the middle
    marker_too_small: tuple[float, ...] = (0.14,)  # a token, or a camp's foot
    marker_clip: tuple[float, float] = (-5.0, 5.0)  # log ratio of one place: none decides alone
    marker_threshold: float = 0.3  # mean log ratio over ground at which a marker is as likely as not
    marker_slope: float = 5.0  # from there to log odds
    marker_unprinted_cost: float = 1.5  # log odds against one where the print is not known
    marker_doubt: float = 0.75  # of what has a camp's colour and outline, but was found to be none
    marker_sure: float = 3.0  # log odds of one that tells what others look like
    marker_alike_least: float = -2.0  # score of others that may be like it
    marker_beside: tuple[float, float] = (0.2, 0.3)  # from a camp's body, and from the middle: seen of one under it
    marker_beside_least: int = 16  # places
    marker_beside_cost: float = 0.5  # a camp's shadow, and light it throws, look like one, too
    marker_pale: float = 10.0  # strength of colour below which paint has no hue of its own
    marker_hue: float = 0.5  # radians of hue by which paint differs from itself in another light
    upright_heights: tuple[float, ...] = (0.0, 0.09, 0.18, 0.27, 0.36)
    upright_radii: tuple[tuple[float, float], ...] = ((0.16, 0.05), (0.2, 0.05), (0.2, 0.2), (0.24, 0.05), (0.24, 0.15))
    # of a piece's foot and head
    upright_clip: float = 3.0
    upright_margin: float = 26.0  # log odds by which a marker's outline must fit better, where it has a camp's colour
    art_margin: float = 8.0  # and where it has none
    token_stray_cost: float = 7.0  # log odds against one where no berry is printed: rules move tokens there at times
    token_unnamed_cost: float = 3.0  # and where the tile is not known
    token_radii: tuple[float, ...] = (0.1, 0.135, 0.17)  # small wooden beads to cardboard discs
    token_core_places: int = 13  # that any token covers, around its middle
    token_art_share: float = 0.15  # of a token's face, in any colour
    token_reach: float = 0.32  # from the space's middle to a token's
    token_rim: tuple[float, float] = (0.03, 0.1)  # beyond a token's edge: ground, if it is one
    token_gap: float = 0.26  # two tokens' middles lie at least this far apart
    token_most: int = 2  # on one berry symbol
    token_beside: float = 0.22  # from a camp's body: seen of what lies there
    token_body: float = 0.1  # from a camp's axis: surely its own colour
    token_seen: float = 0.3  # share of a token that no camp hides, from which on what is seen of it will do
    token_clip: tuple[float, float] = (-4.0, 4.0)  # log ratio of one place
    token_colour_clip: tuple[float, float] = (-4.0, 4.0)  # log odds that a colour may add
    token_own_spread: Lab = (7.0, 7.0, 7.0)  # about the colours of tokens that were seen
    token_sure: float = 1.5  # log odds of one that tells what others look like
    token_heights: tuple[float, ...] = (0.06, 0.18)  # discs, beads
    small_margin: float = 5.0  # log odds by which outlines of tokens must fit better than a camp's
    token_weights: tuple[float, ...] = (-2.0, 1.9, -2.0, 0.25, 0.22, -1.2)
    token_weights_unprinted: tuple[float, ...] = (-2.5, 1.8, 0.0, 0.35, 0.4, -1.5)
    # log odds: at the outset, by how much better it explains the disc than ground does, and the rim; by violet, by the
    # colour of others, and by light in twenties of Lab; fitted on eleven prints, and a little on five path-traced ones
    start_bonus: float = 2.2  # once there is a camp, every start holds one: the rules say so
    unprinted_cost: float = 1.0  # log odds against a camp where the print is not known: art looks like pieces
    alike_least: int = 12  # spaces whose print is not known, from which on they tell how much its art looks like camps
    alike_share: float = 0.9  # of them, without what surely is a camp
    alike_own_least: int = 4  # as much of one terrain
    alike_own_share: float = 0.75
    alike_camp: float = 1.8  # score of what surely is one
    alike_gap: float = 1.0  # between the scores of art and of camps, where camps stand on so many terrains
    alike_terrains: int = 3
    alike_common: float = -1.0  # what nine bare spaces of ten stay below where no art looks like a camp
    bare_start: float = 0.7  # log odds against a camp on a start, from which on the start is empty
    bare_sure: float = 5.0  # log odds of a camp that is surely one
    bare_camps: int = 2  # as many sure ones stand against an empty start
    bare_cost: float = 5.0  # log odds against any camp on a bare map
    colour_votes: float = 4.0  # what camps elsewhere may add to a start's colour
    absent_cost: float = 4.0  # log odds against a camp whose colour stands on no start
    doubtful_cost: float = 2.0  # log odds against a camp where a marker in its colour explains as much
    camp_slope: float = 1.6  # from score to log odds
    printed_threshold: float = 0.8  # the same where the print is known: art that is a little off scores up to 1
    printed_slope: float = 2.2
    camp_maybe: float = 0.15  # likelier empty, but a person should look


DEFAULTS = Settings()


def for_wide_seams(settings: Settings) -> Settings:
    """The settings for boards whose spaces stand apart, with a broad band between them."""
    return replace(
        settings,
        wide_seams=True,
        strip_reach=0.36,
        strip_margin=8,
        seed_scales=(1.0, 1.1, 1.2),
        on_edge=0.05,
        seeds_tried=14,
        starts_grown=4,
        rival_start=0.5,
        growth=(2, 3, 4, 5, 5),  # twice at last: broad bands pull from farther, and steer less surely
        growth_windows=(0.2, 0.15, 0.1),
        least_support=0.9,
        map_reach=9,
        off_edge=0.12,
    )
