"""Which chapter of a lesson a table teaches: lists and counts leave such tables out."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("matches", sa.Column("lesson", sa.String(32)))
    op.create_index("matches_by_lesson", "matches", ["lesson"])
