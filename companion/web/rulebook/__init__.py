"""The rulebooks of the games in one language, and how a rule is found by what somebody asks."""
