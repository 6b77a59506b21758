"""Tables in the database: made, listed, found by code, archived, backed up."""
