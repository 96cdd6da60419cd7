"""Rules about the profile itself, reported on the settings file once a run."""
