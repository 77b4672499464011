"""The responses of js/look.js, parsed and checked: observations."""

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from player.browser.page import messages
from player.browser.page.observation import (
    BoardSeen,
    CrampedBoardSeen,
    LossSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    SeveralBoardsSeen,
    SignInSeen,
    StartSeen,
    What,
    WinSeen,
)
from player.browser.page.verdict import Verdict
from player.errors import BoardError, PageNotUnderstood
from player.games.snapshot import Item, Snapshot


def _about(answer: messages.LookResponse) -> dict[str, Any]:
    return {
        "generation": answer["generation"],
        "paths": tuple(answer["paths"]),
        "counts": answer["counts"],
        "account": answer.get("account"),
        "partial": answer.get("partial", False),
        "numbers": tuple(answer.get("numbers", ())),
    }


def parse_beside(text: str) -> Observation:
    """Parse the response of a page whose board is read elsewhere: one that can't be understood is nothing."""
    try:
        look = parse_observation(text)
    except (PageNotUnderstood, BoardError):
        return NothingSeen(**_about(json.loads(text)))
    return NothingSeen(**_about(json.loads(text))) if isinstance(look, SeveralBoardsSeen) else look


def parse_observation(text: str) -> Observation:
    """Parse the page's response; PageNotUnderstood if the cells form no rectangle in order."""
    answer: messages.LookResponse = json.loads(text)
    about = _about(answer)
    seen: Observation
    match What(answer["what"]):
        case What.GRID:
            seen = _board(answer, about)
        case What.OVERLAY:
            seen = OverlaySeen(name=answer["overlay"], point=Point(**answer["point"]), **about)
        case What.START:
            step = answer.get("step", 0)
            if refused := answer.get("refused"):
                raise PageNotUnderstood(f"step {step + 1} of 'start' {refused}: fix 'start' in selectors.yaml")
            seen = StartSeen(point=Point(**answer["point"]), step=step, **about)
        case What.WON | What.ALREADY as what:
            earlier, held = what is What.ALREADY, tuple(answer.get("held", ()))
            seen = WinSeen(sign=Verdict(answer["sign"]), earlier=earlier, held=held, **about)
        case What.SEVERAL:
            boards = tuple((board["cells"], board["way"]) for board in answer["boards"])
            seen = SeveralBoardsSeen(boards=boards, **about)
        case What.CRAMPED:
            seen = CrampedBoardSeen(window=(answer["window"][0], answer["window"][1]), **about)
        case What.LOST:
            seen = LossSeen(said=answer["said"], **about)
        case What.SIGN_IN | What.NOTHING as what:
            seen = _nothing_to_play(what, answer, about)
    return seen


def _nothing_to_play(what: What, answer: messages.LookResponse, about: Mapping[str, Any]) -> SignInSeen | NothingSeen:
    if what is What.SIGN_IN:
        return SignInSeen(challenge=answer.get("challenge", False), **about)
    return NothingSeen(lesson=answer.get("lesson", False), **about)


def _board(answer: messages.LookResponse, about: Mapping[str, Any]) -> BoardSeen:
    points = tuple(Point(**point) for point in answer["points"])
    return BoardSeen(
        snapshot=_snapshot(answer, points),
        points=points,
        chosen=answer["chosen"],
        buttons={text: Point(**point) for text, point in answer.get("buttons", {}).items()},
        scrolls=answer.get("scrolls", False),
        **about,
    )


def _snapshot(answer: messages.LookResponse, points: tuple[Point, ...]) -> Snapshot:
    rows, cols, number = answer["rows"], answer["cols"], len(answer["cells"])
    for told, seen, what in zip(answer["told"], (rows, cols), ("rows", "columns"), strict=True):
        if told not in {None, seen}:
            raise PageNotUnderstood(
                f"the grid reports {told} {what}, its cells form {seen}: fix 'size' or 'cell' in selectors.yaml"
            )
    for name in answer["clashes"]:
        raise PageNotUnderstood(
            f"two readings of {name!r} both meet the expectations and disagree: fix {name!r} in selectors.yaml"
        )
    beside = {name: tuple(Item(*item) for item in items) for name, items in answer["lists"].items()}
    snapshot = Snapshot(rows, cols, tuple(answer["cells"]), beside, answer["language"], answer.get("rules", {}))
    if answer["indices"] != list(range(number)):
        raise PageNotUnderstood(f"the cells are not numbered 0..{number - 1}: fix 'index' or 'place' in selectors.yaml")
    lines = [points[start : start + cols] for start in range(0, number, cols)]
    if any(a.x >= b.x for line in lines for a, b in pairwise(line)) or any(
        max(at.y for at in upper) >= min(at.y for at in lower) for upper, lower in pairwise(lines)
    ):
        raise PageNotUnderstood("the cells do not lie on the page in the order of their numbers: fix 'index'")
    return snapshot
