"""The built-in rules: a folder a family, two files a rule (its check and its page); loaded like any other pack."""
