"""Rules for code (CL5xx)."""
