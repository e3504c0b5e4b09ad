"""Why a photo can't be read."""


class PhotoError(Exception):
    """A photo that can't be opened. ``code`` names the reason, the message says it in plain words."""

    def __init__(self, code: str, sentence: str):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
