"""Boards in files: JSON, streams of many boards, reports, generation, formulas for other solvers."""
