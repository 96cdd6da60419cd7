"""Rules for the comments that switch rules off (CL9xx)."""
