"""Steps are held against SAT, and a reason that is proved has no part that could be left out."""

import pytest

from player.explanations import entailment
from player.explanations.entailment import follows, require, shortest, trimmed
from player.explanations.explanation import steps
from player.explanations.steps import Fact, Known, Rule, Step
from player.games import GAMES, queens
from player.games.grid import Cell
from player.proof import prove
from tests.support.games.queens import FIVE as BOARD

SOLUTION = prove(queens.GAME, BOARD).solution


def test_a_step_that_uses_what_is_not_known_is_refused() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    step = Step("in view of a queen", "It sees it.", (Fact(Cell(0, 0), holds=False),), (Fact(SOLUTION[0]),))
    with pytest.raises(AssertionError, match="uses what is not known"):
        require(reasoner, {}, step)


def test_of_a_proved_reason_no_part_can_be_left_out() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    step = shortest(reasoner, {}, [fact for fact in reasoner.facts(SOLUTION) if fact.holds])
    assert step.proved
    assert follows(reasoner, step.because, step.uses, step.settles)
    for part in step.because:
        assert not follows(reasoner, [one for one in step.because if one != part], step.uses, step.settles)
    for fact in step.uses:
        assert not follows(reasoner, step.because, [one for one in step.uses if one != fact], step.settles)


def test_of_more_facts_the_one_with_the_shortest_reason_is_proved() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    facts = reasoner.facts(SOLUTION)[:8]
    parts = {fact: len(shortest(reasoner, {}, [fact]).because) for fact in facts}
    few, many = (pick(parts, key=parts.__getitem__) for pick in (min, max))
    assert parts[few] < parts[many]
    for order in ([few, many], [many, few]):
        assert shortest(reasoner, {}, order).settles == (few,)


def test_a_step_is_left_with_the_facts_that_it_needs() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    row, others = [*reasoner.premises][5], [Fact(Cell(0, col), holds=False) for col in (0, 2, 3, 4)]
    assert reasoner.premises[row].words == "row 1"
    needless = [Fact(Cell(4, 4), holds=False), *others, Fact(Cell(4, 3), holds=False)]
    step = Step("last cell", "It is the last.", (Fact(Cell(0, 1)),), tuple(needless), (row,))
    assert trimmed(reasoner, step).uses == tuple(others)


def test_a_rule_that_says_what_does_not_follow_stops_the_explanation() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)

    def guess(_known: Known) -> list[Step]:
        """True, and no reason for it."""
        return [Step("guess", "I feel it.", (Fact(SOLUTION[-1]),), (), tuple(reasoner.premises)[:1])]

    assert [fact for fact in reasoner.facts(SOLUTION) if fact == Fact(SOLUTION[-1])]
    reasoner.rules = (Rule("guess", 1, guess), *reasoner.rules)
    with pytest.raises(AssertionError, match="the rule 'guess' says what does not follow"):
        list(steps(reasoner, SOLUTION))


def test_of_a_long_reason_the_sentence_names_the_first_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    wanted = [fact for fact in reasoner.facts(SOLUTION) if fact.holds]
    whole = shortest(reasoner, {}, wanted)
    assert len(whole.because) == 5
    monkeypatch.setattr(entailment, "MAX_NAMED_PARTS", 2)
    short = shortest(reasoner, {}, wanted)
    assert short.says == whole.says.partition(" it follows from ")[0] + (
        f" it follows from {reasoner.premises[whole.because[0]].words} and 4 more."
    )
    assert short.because == whole.because
