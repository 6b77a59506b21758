"""Ratings of people: which matches count, and how strong everybody was after each."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("matches", sa.Column("rated", sa.Integer))
    op.create_index("matches_by_rated", "matches", ["rated", "state"])
    op.create_table(
        "rated_matches",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
    )
    op.create_index("rated_matches_by_time", "rated_matches", ["at"])
    op.create_table(
        "ratings",
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user", "title", "n", name="ratings_key"),
    )
    op.create_index("ratings_by_match", "ratings", ["match"])
