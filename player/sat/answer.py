"""Another solver's answer to an exported formula, independent of the file format."""

from dataclasses import dataclass, field

from player.errors import AnswerError


@dataclass(slots=True)
class Answer:
    """A solver's verdict and model.

    `satisfiable` is None if the solver gave up; `literals` maps each variable to its literal in the model.
    """

    satisfiable: bool | None = None
    literals: dict[int, int] = field(default_factory=dict)

    def add(self, literal: int, line: int) -> None:
        """Add a literal of the model; raise AnswerError if its variable already has one.

        The check bounds the size of the model.
        """
        variable = abs(literal)
        if variable in self.literals:
            how = "twice" if self.literals[variable] == literal else "both as true and as false"
            raise AnswerError(f"line {line} of the answer has variable {variable} {how}, which is not a model")
        self.literals[variable] = literal


def stranger(what: str, line: int) -> AnswerError:
    """Return the error for a name that the formula does not have."""
    return AnswerError(
        f"line {line} of the answer has {what}, which the formula does not have: is it another board's answer?"
    )


def short(word: str) -> str:
    """Return `word` shortened to one line for an error message."""
    return repr(word if len(word) <= 40 else word[:37] + "...")
