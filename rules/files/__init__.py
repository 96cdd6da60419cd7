"""Rules for files: their bytes, characters and leftovers (CL7xx)."""
