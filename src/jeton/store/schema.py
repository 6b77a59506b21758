"""The relations, once for both databases; `migrations` brings a database here step by step."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "METADATA",
    "account_news",
    "acts",
    "bans",
    "challenges",
    "chat",
    "credentials",
    "leases",
    "log",
    "matches",
    "mutes",
    "nodes",
    "players",
    "puzzle_answers",
    "rated_matches",
    "ratings",
    "reports",
    "reviews",
    "secrets",
    "subscriptions",
    "tokens",
    "tries",
    "users",
]

METADATA = MetaData()

# Times are milliseconds since 1970; JSON is text, so that both databases keep it byte by byte.

matches = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("title", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the title's rules
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("key", String(128), nullable=False),  # the secret of the deal: leaves the server when the match is over
    Column("settings", Text, nullable=False),  # clock, visibility, pace of bots …
    Column("host", String(32), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    # From here on: a cache of what the log says, for lists.
    Column("state", String(16), nullable=False),  # open, playing, over
    Column("public", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("summary", Text),  # what lists say, and the version for which it was true
    Column("code", String(8)),  # what a friend types to find the table, while it can be joined
    Column("due_at", BigInteger),  # when the table next needs the server: `server/rooms/due.py`
    Column("lesson", String(32)),  # the chapter that the table teaches, if it is a lesson
    Column("archived", Text),  # where the log is, when it was moved to a file: `server/tables/shelf.py`
    Column("rated", Integer),  # 1 if people's ratings depend on how it ends
    Index("matches_by_state", "state", "public", "changed_at"),
    Index("matches_by_code", "code", unique=True),
    Index("matches_by_due", "due_at"),
    Index("matches_by_lesson", "lesson"),
    Index("matches_by_rated", "rated", "state"),
)

log = Table(
    "log",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("client", String(120)),  # the client's own name for the message: the same one is never written twice
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("match", "version", name="log_version"),
    UniqueConstraint("match", "client", name="log_client"),
)

players = Table(
    "players",
    METADATA,
    Column("user", String(32), nullable=False),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("user", "match", "seat", name="players_key"),
    Index("players_by_match", "match"),
)

# Ratings outlive the tables that they come from: no match is counted again when its table was purged.

rated_matches = Table(
    "rated_matches",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("title", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),  # the order in which matches were counted; later than each player's last
    Column("seats", Text, nullable=False),  # JSON: who sat there, their rank, and how strong they were before
    Index("rated_matches_by_time", "at"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(32), nullable=False),
    Column("n", Integer, nullable=False),  # which rated match of the person's: two nodes can't count the same one
    Column("match", String(32), nullable=False),
    Column("mu", Double, nullable=False),  # after it
    Column("sigma", Double, nullable=False),
    PrimaryKeyConstraint("user", "title", "n", name="ratings_key"),
    Index("ratings_by_match", "match"),
)

puzzle_answers = Table(
    "puzzle_answers",
    METADATA,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle", String(32), nullable=False),  # only the first answer to each is kept
    Column("title", String(32), nullable=False),
    Column("n", Integer, nullable=False),  # which answer of the person's at that title
    Column("at", BigInteger, nullable=False),
    Column("right", Integer, nullable=False),
    Column("rating", Double, nullable=False),  # after it
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    PrimaryKeyConstraint("user", "puzzle", name="puzzle_answers_key"),
    UniqueConstraint("user", "title", "n", name="puzzle_answers_number"),
)

reviews = Table(
    "reviews",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # a `jeton.analysis.Review` as JSON, squeezed by zlib
)

chat = Table(
    "chat",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user", String(32), nullable=False),
    Column("name", String(64)),  # what the person was called at the table when they said it
    Column("preset", String(32)),
    Column("text", Text),
    Index("chat_by_match", "match", "at"),
)

users = Table(
    "users",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("bot_of", String(32)),
    Column("password", String(255)),
    Column("login", String(64), unique=True),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("role", String(16)),  # admin: may moderate
)

reports = Table(
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("name", String(64), nullable=False),  # what the person was called at the table
    Column("match", String(32), nullable=False),
    Column("line", String(32)),  # of the chat, if one was reported
    Column("text", Text),  # what it said then
    Column("why", Text, nullable=False),
    Column("done_at", BigInteger),
    Index("reports_by_time", "done_at", "at"),
)

bans = Table(
    "bans",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),  # person, address, chat
    Column("subject", String(64), nullable=False),  # a person's id, or a network
    Column("until", BigInteger, nullable=False),
    Index("bans_by_time", "until"),
)

acts = Table(
    "acts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("n", BigInteger, nullable=False),  # microseconds since 1970: newer than the last one a node has seen
    Column("at", BigInteger, nullable=False),
    Column("by", String(64), nullable=False),  # a person's id, or `jeton admin`
    Column("what", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("until", BigInteger),
    Column("about", Text, nullable=False),  # JSON: a line's table and time, another name, a role
    Column("why", Text, nullable=False),
    Index("acts_by_number", "n"),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),  # session, bot, transfer
    Column("made_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("tokens_by_user", "user"),
)

credentials = Table(
    "credentials",
    METADATA,
    Column("id", String(1400), primary_key=True),  # a passkey's own name, at most 1,023 bytes in base64
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("host", String(255), nullable=False),  # a passkey works at the host where it was made, and nowhere else
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index("credentials_by_user", "user"),
)

challenges = Table(
    "challenges",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),  # register, sign_in
    Column("user", String(32)),
    Column("expires_at", BigInteger, nullable=False),
)

account_news = Table(
    "account_news",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),  # passkey, password, link
    Column("at", BigInteger, nullable=False),
    Index("account_news_by_user", "user", "at"),
)

subscriptions = Table(
    "subscriptions",
    METADATA,
    Column("hash", String(64), primary_key=True),  # of the endpoint, which may be long
    Column("endpoint", Text, nullable=False),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("keys", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Index("subscriptions_by_user", "user"),
)

mutes = Table(
    "mutes",
    METADATA,
    Column("user", String(32), nullable=False),
    Column("muted", String(32), nullable=False),
    PrimaryKeyConstraint("user", "muted", name="mutes_key"),
)

secrets = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

tries = Table(
    "tries",
    METADATA,
    Column("name", String(64), primary_key=True),  # a hash of who tries what
    Column("used", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)

nodes = Table(
    "nodes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Column("address", String(255)),  # where the other nodes reach it, if they can
    Column("secret", String(64)),  # what they say to prove that they are nodes
    Column("lost", BigInteger),  # how many of its tables other nodes have taken over
)

leases = Table(
    "leases",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(32), nullable=False),  # where the table lives, for as long as that node does
    Column("firm", Integer, nullable=False),  # 1: people look there; 0: the node of the first person who looks gets it
    Column("copied", BigInteger, nullable=False),  # until when another node hears of each row, for a copy it has
    Index("leases_by_node", "node", "copied"),
)
