"""A rule pack as somebody else would write it: tests load it through the entry point that third parties use."""
