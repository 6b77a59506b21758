"""Where the log of an old match is, when it was moved to a file."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("matches", sa.Column("archived", sa.Text))
