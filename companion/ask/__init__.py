"""The questions of the contract: one JSON object in, one JSON answer out. Web, command line and API all ask here."""
