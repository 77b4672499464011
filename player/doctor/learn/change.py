"""Changes of a section that was learnt, with their evidence."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """Changes of a section, with the evidence for each, by key path.

    `is_last`: to find others takes more experiments.
    """

    section: dict[str, Any]
    evidence: dict[str, str] = field(default_factory=dict)
    is_last: bool = True
