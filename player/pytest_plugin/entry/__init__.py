"""The folder of the one module that pytest loads: a top-level module in an installation, for its name is unique."""
