"""The page as files: the built page, the pictures, and what people see when they come by an unknown host name."""
