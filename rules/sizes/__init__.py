"""Rules for the sizes of sections, paragraphs, sentences and chunks (CL3xx)."""
