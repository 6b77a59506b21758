"""Splendor and Splendor: Marvel: one engine, two rulesets."""
