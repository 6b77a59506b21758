"""The page as files: the built page, the pictures, and what a stranger to this host name sees."""
