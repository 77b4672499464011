"""The only package that uses Playwright."""
