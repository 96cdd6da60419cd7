"""Splitters of other people's libraries, run as they are and aligned to the source; see `catalogue` for the list."""
