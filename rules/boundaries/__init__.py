"""Rules for what a boundary between two chunks tears apart (CL4xx)."""
