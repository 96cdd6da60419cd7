"""Rules for tables (CL1xx)."""
