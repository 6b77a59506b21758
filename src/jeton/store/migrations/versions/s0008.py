"""Who said something, by name: seats change hands, what was said stays."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("chat", sa.Column("name", sa.String(64)))
