"""N queens: its model, its report, and a second model for comparison."""
