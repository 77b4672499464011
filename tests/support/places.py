"""The folders of real pages and boards, beside the checkout: they are other people's data."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
CAPTURES = sorted((SHARED / "captures").glob("*/*.html"))
PUZZLES = SHARED / "puzzles"
