"""Steps that suppose something have each link of their chain: it follows, and none is needless."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from player.boards.generation import generate
from player.explanations.entailment import follows, require, trimmed
from player.explanations.explanation import explain
from player.explanations.steps import Derived, Fact, Known, Reasoner, Step, new, refutations, refuted
from player.games import GAMES, mini_sudoku
from player.games.grid import Cell
from player.proof import prove
from tests.support.commands import Player
from tests.support.games.mini_sudoku import TRIAL as BOARD
from tests.support.steps import given, steps_of

#: The rules that suppose something and find it contradictory after further links, with the size of a board.
SUPPOSING = [
    ("mini-sudoku", "trial", 9),
    ("patches", "look ahead", 7),
    ("queens", "chain", 9),
    ("tango", "trial", 6),
    ("zip", "look ahead", 7),
]


def supposing(name: str, rule: str, size: int) -> tuple[Reasoner, Step]:
    """The first step of a rule with two links or more, on the first boards of a size without any other step."""
    game = GAMES[name]
    for seed in range(1, 12):
        reasoner = game.reasoner(game.board.from_json(generate(name, size, seed)))
        for step in steps_of(reasoner, rule, known := given(reasoner)):
            if len(step.links) > 1:
                found_one = replace(step, settles=new(step, known))
                require(reasoner, known, found_one)
                return reasoner, found_one
    raise AssertionError(f"no {rule} on any board")


@pytest.mark.parametrize(("name", "rule", "size"), SUPPOSING)
@pytest.mark.full
def test_each_link_follows_and_leads_on_to_a_contradiction(name: str, rule: str, size: int) -> None:
    reasoner, step = supposing(name, rule, size)
    known = set(step.uses)
    for link in step.links:
        assert known.issuperset(link.uses)
        for supposed in step.supposed:
            assert follows(reasoner, link.because, [supposed, *link.uses], link.settles), link.says
        known.update(link.settles)
    *links, end = step.links
    assert end.settles == ()
    later = {fact for link in step.links for fact in link.uses}
    for link in links:
        assert link.settles
        assert not later.isdisjoint(link.settles), "a link that nothing rests on"
        assert link.says.endswith(".")
    for supposed in step.supposed:
        assert follows(reasoner, step.because, step.uses, [supposed._replace(holds=not supposed.holds)])


def test_a_link_is_left_with_the_facts_that_it_needs() -> None:
    reasoner, step = supposing("queens", "chain", 9)
    assert step == next(one for one in steps_of(reasoner, "chain", given(reasoner)) if len(one.links) > 1)
    needless = Fact(Cell(0, 0), holds=False)
    more = replace(step, links=tuple(replace(link, uses=(needless, *link.uses)) for link in step.links))
    assert trimmed(reasoner, more).uses == tuple(fact for fact in step.uses)


def test_what_nothing_rests_on_is_no_link() -> None:
    """A and K make B and X, A makes C; B makes D, which is known to be false."""
    a, b, c, k, x = map(Fact, "abckx")
    no_d = Fact("d", holds=False)
    first = [Step("if", "So b.", (b, x), (a, k)), Step("if", "So c.", (c,), (a,))]

    def derive(known: Known, fresh: Sequence[Fact]) -> list[Derived]:
        assert set(fresh) <= {Fact(*one) for one in known.items()}
        links = [Step("if", "But no d.", (), (b, no_d))] if "b" in known else first
        return [Derived(link.settles, partial(replace, link)) for link in links]

    known = {"k": True, "d": False}
    (found,) = refutations(known, a, derive)
    step = refuted("trial", "No a.", found)
    assert [link.says for link in step.links] == ["So b.", "But no d."]
    assert (step.links[0].settles, step.links[0].uses) == ((b,), (k,))
    assert (step.settles, step.uses) == ((a._replace(holds=False),), (k, no_d))
    assert not refutations(known, a, derive, rounds=1)


# In reports


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(mini_sudoku.GAME.board.to_json(BOARD)), encoding="utf-8")
    return file


def test_people_get_a_line_for_each_link(player: Player, board: Path) -> None:
    explanation = explain(mini_sudoku.GAME, BOARD, prove(mini_sudoku.GAME, BOARD).solution)
    trial = next(step for step in explanation.steps if step.rule == "trial")
    out = player("explain", board, "--links").out
    after = out[out.index(trial.says) :]
    assert "\n      suppose a 3 at R1C5\n" in after
    for number, link in enumerate(trial.links, start=1):
        assert f"\n{number:7d} {link.says} -> " in after
    assert f"{trial.links[-1].says} -> a contradiction\n" in after
    assert "suppose" not in player("explain", board).out


def test_programs_get_each_link(player: Player, board: Path) -> None:
    steps = json.loads(player("explain", board, "--links", "--json", "-").out)["steps"]
    trial = next(step for step in steps if step["rule"] == "trial")
    assert trial["supposes"] == [{"mark": "number", "cells": [[0, 4]], "text": "3"}]
    assert [bool(link["settles"]) for link in trial["links"]] == [True] * (len(trial["links"]) - 1) + [False]
    assert all(set(link) == {"says", "uses", "settles"} for link in trial["links"])
    assert all("links" not in step for step in steps if step["rule"] != "trial")
    assert "links" not in player("explain", board, "--json", "-").out


@pytest.mark.full
def test_the_page_has_a_picture_for_each_link(player: Player, board: Path) -> None:
    steps = json.loads(player("explain", board, "--links", "--json", "-").out)["steps"]
    count = sum(len(step.get("links", ())) for step in steps)
    page = player("explain", board, "--links", "--html", "-").out
    assert page.count('<div class="link"><svg') == count > 0
    assert page.count("A contradiction.") == sum("links" in step for step in steps)
    assert '<div class="link">' not in player("explain", board, "--html", "-").out


def test_lines_that_are_forced_are_links_in_their_order() -> None:
    _, step = supposing("zip", "look ahead", 7)
    assert [len(link.settles) > 0 for link in step.links] == [True] * (len(step.links) - 1) + [False]
    assert step.links[0].says.startswith("No way is left but ")
