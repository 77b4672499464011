"""N queens: the model, its report, and another solver's model to compare with."""
