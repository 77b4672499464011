"""Explanations, shared by all games: steps, entailment, reports, difficulty."""
