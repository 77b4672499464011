"""What another solver answers to a formula of ours, whatever form it is written in."""

from dataclasses import dataclass, field

from player.errors import AnswerError


@dataclass(slots=True)
class Answer:
    """`satisfiable` is None where the solver gave up; `literals` are those of its model, by variable."""

    satisfiable: bool | None = None
    literals: dict[int, int] = field(default_factory=dict)

    def add(self, literal: int, line: int) -> None:
        """Take a literal of the model; AnswerError where its variable came before, so there is an end to them."""
        variable = abs(literal)
        if variable in self.literals:
            how = "twice" if self.literals[variable] == literal else "both as true and as false"
            raise AnswerError(f"line {line} of the answer has variable {variable} {how}: it is no model")
        self.literals[variable] = literal


def stranger(what: str, line: int) -> AnswerError:
    return AnswerError(f"line {line} of the answer has {what}, the formula has not: is it another board's?")


def short(word: str) -> str:
    """`word` as an error message shows it, on one line."""
    return repr(word if len(word) <= 40 else word[:37] + "...")
