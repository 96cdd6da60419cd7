"""Cuts code blocks at what a programmer would call a unit; other blocks are cut elsewhere."""
