"""Rules for headings (CL2xx)."""
