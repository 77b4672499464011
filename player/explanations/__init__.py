"""Explanations, shared by all games: steps, entailment, difficulty, reports."""
