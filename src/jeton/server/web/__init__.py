"""The page as files: the built page, the pictures, and what somebody sees who comes by an unknown host name."""
