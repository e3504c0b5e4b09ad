"""Screens and the HTTP API."""

from functools import partial

import werkzeug.test

# The test client writes a large form to a file it never closes; what asks later is then blamed for it.
werkzeug.test.stream_encode_multipart = partial(werkzeug.test.stream_encode_multipart, use_tempfile=False)
