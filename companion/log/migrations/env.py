"""Run by Alembic for every upgrade; the connection comes from ``upgrade``."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
