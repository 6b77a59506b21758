"""The first schema. A step never imports the schema of today: it says in full what it makes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    big, text = sa.BigInteger, sa.Text
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("settings", text, nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("changed_at", big, nullable=False),
    )
    op.create_index("matches_by_state", "matches", ["state", "public", "changed_at"])
    op.create_table(
        "log",
        sa.Column("match", sa.String(32), match, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("client", sa.String(120)),
        sa.Column("body", text, nullable=False),
        sa.PrimaryKeyConstraint("match", "version", name="log_version"),
        sa.UniqueConstraint("match", "client", name="log_client"),
    )
    op.create_table(
        "players",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user", "match", "seat", name="players_key"),
    )
    op.create_index("players_by_match", "players", ["match"])
    op.create_table(
        "chat",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32)),
        sa.Column("text", text),
    )
    op.create_index("chat_by_match", "chat", ["match", "at"])
    op.create_table(
        "users",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("bot_of", sa.String(32)),
        sa.Column("password", sa.String(255)),
        sa.Column("login", sa.String(64), unique=True),
        sa.Column("made_at", big, nullable=False),
        sa.Column("seen_at", big, nullable=False),
    )
    _of_users(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("expires_at", big, nullable=False),
    )
    _of_users(
        "credentials",
        sa.Column("id", sa.String(512), primary_key=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", big, nullable=False),
    )
    _of_users(
        "subscriptions",
        sa.Column("endpoint", sa.String(512), primary_key=True),
        sa.Column("keys", text, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("user", "muted", name="mutes_key"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", text, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen_at", big, nullable=False),
    )


def _of_users(name: str, *columns: sa.Column) -> None:  # type: ignore[type-arg]
    """Make a relation whose rows go when their user goes."""
    op.create_table(
        name,
        *columns,
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index(f"{name}_by_user", name, ["user"])
