"""Lists without a replay, and tries that all nodes count together."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("matches", sa.Column("summary", sa.Text))
    op.create_table(
        "tries",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
