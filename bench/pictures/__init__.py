"""A maker of table pictures with truth files, to measure the photo reader with."""
