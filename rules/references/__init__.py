"""Rules for text that a chunk cannot explain by itself: references, pronouns, pictures, includes, subjects (CL6xx)."""
