"""Benchmarks: each compares with a peer in the same run, so that its figures are ratios that any machine can repeat."""
