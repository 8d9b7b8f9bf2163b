"""Ratios against named opponents, measured in one run; see README.md."""
