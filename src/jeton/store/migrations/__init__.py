"""Alembic's folder: `versions` holds one file per step."""
