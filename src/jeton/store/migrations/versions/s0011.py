"""Moderation: a person's role, what was reported, who may not play or talk until when, and what keepers have done."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    big, text = sa.BigInteger, sa.Text
    op.add_column("users", sa.Column("role", sa.String(16)))
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", big, nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("line", sa.String(32)),
        sa.Column("text", text),
        sa.Column("why", text, nullable=False),
        sa.Column("done_at", big),
    )
    op.create_index("reports_by_time", "reports", ["done_at", "at"])
    op.create_table(
        "bans",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("until", big, nullable=False),
    )
    op.create_index("bans_by_time", "bans", ["until"])
    op.create_table(
        "acts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("n", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("until", big),
        sa.Column("about", text, nullable=False),
        sa.Column("why", text, nullable=False),
    )
    op.create_index("acts_by_number", "acts", ["n"])
