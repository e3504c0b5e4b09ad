"""Thresholds the readers of all games share, each with its reason: opening files, and the table's colours."""

from dataclasses import dataclass

Lab = tuple[float, float, float]


@dataclass(frozen=True)
class Settings:
    """A game's own are added to these."""

    # -- opening files
    largest_file_bytes: int = 100_000_000  # a 50-megapixel PNG; more takes longer than anyone waits
    largest_jpeg_bytes: int = 60_000_000  # twice what the finest 50 megapixels have; its bytes are what takes time
    largest_whole_bytes: int = 6_000_000  # of WebP and progressive JPEG: twice what 12 megapixels usually have
    largest_heic_bytes: int = 10_000_000  # twice what 48 megapixels have; decoding takes a second for each 8 MB
    most_scans: int = 30  # of a JPEG; encoders make up to a dozen, and each goes over the whole picture
    largest_megapixels: int = 51  # the largest phone sensors' usual output is 50; see-through, decoded 200 MB
    largest_whole_megapixels: int = 13  # WebP and progressive JPEG: decoded whole, however little of it is needed
    longest_side_px: int = 20_000
    shortest_side_px: int = 160  # 28 spaces would have fewer than 20 pixels each
    working_side_px: int = 2000  # the largest view is 1600

    # -- the table
    palette_spread: Lab = (6.0, 3.5, 4.5)  # spaces of one terrain differ this much under one lamp
    table_colours: int = 4
    table_share: float = 0.06


DEFAULTS = Settings()
