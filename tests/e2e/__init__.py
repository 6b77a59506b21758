"""The page in a real browser. A package, so that its browser is closed before another folder's tests run."""
