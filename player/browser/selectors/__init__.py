"""The selectors file: its schema, and the only user of YAML."""
