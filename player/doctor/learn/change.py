"""Changes of a section that was learnt, with their evidence."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """Changes of a section, with the evidence for each, by key path; `guessed` are the key paths without proof."""

    section: dict[str, Any]
    evidence: dict[str, str] = field(default_factory=dict)
    guessed: frozenset[str] = frozenset()
