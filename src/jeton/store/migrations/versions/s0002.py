"""Accounts and notices: passkeys with a name and a host, endpoints of any length, challenges that are used once.

Nothing was ever written to the two relations that this step makes anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    big, text = sa.BigInteger, sa.Text
    for name in ("credentials", "subscriptions"):
        op.drop_index(f"{name}_by_user", name)
        op.drop_table(name)
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", big, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("used_at", big, nullable=False),
    )
    op.create_index("credentials_by_user", "credentials", ["user"])
    op.create_table(
        "subscriptions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("endpoint", text, nullable=False),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("keys", text, nullable=False),
        sa.Column("made_at", big, nullable=False),
    )
    op.create_index("subscriptions_by_user", "subscriptions", ["user"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("user", sa.String(32)),
        sa.Column("expires_at", big, nullable=False),
    )
