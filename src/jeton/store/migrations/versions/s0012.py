"""Where a table lives: at one node at a time, which the others find by its address."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "leases",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("node", sa.String(32), nullable=False),
        sa.Column("firm", sa.Integer, nullable=False),
        sa.Column("copied", sa.BigInteger, nullable=False),
    )
    op.create_index("leases_by_node", "leases", ["node", "copied"])
    op.add_column("nodes", sa.Column("address", sa.String(255)))
    op.add_column("nodes", sa.Column("secret", sa.String(64)))
    op.add_column("nodes", sa.Column("lost", sa.BigInteger))
