"""Measures by retrieval what chunking costs: questions, retrievers, metrics, and a sweep over profiles."""
