"""A short code for every table that can still be joined; no two open tables share one."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

LETTERS = "BCDFGHJKMNPRSTWXYZ"


def upgrade() -> None:
    """Take the step."""
    op.add_column("matches", sa.Column("code", sa.String(8)))
    op.create_index("matches_by_code", "matches", ["code"], unique=True)
    matches = sa.table("matches", sa.column("id"), sa.column("state"), sa.column("code"))
    connection, used = op.get_bind(), set()
    for (match,) in connection.execute(sa.select(matches.c.id).where(matches.c.state == "open")).fetchall():
        while (code := "".join(secrets.choice(LETTERS) for _ in range(6))) in used:
            pass
        used.add(code)
        connection.execute(matches.update().where(matches.c.id == match).values(code=code))
