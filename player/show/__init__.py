"""What people look at: boards drawn in the terminal, progress, tables. Never touches a page."""
