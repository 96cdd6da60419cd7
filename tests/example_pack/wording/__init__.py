"""Rules for words (EX1xx)."""
