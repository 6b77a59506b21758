"""When a table next needs the server: a start reads those that are due, not every match left in the middle."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step; nobody knows yet when running matches are due, so the next server looks at each once."""
    op.add_column("matches", sa.Column("due_at", sa.BigInteger))
    op.create_index("matches_by_due", "matches", ["due_at"])
    matches = sa.table("matches", sa.column("state"), sa.column("due_at"))
    op.get_bind().execute(matches.update().where(matches.c.state == "playing").values(due_at=0))
