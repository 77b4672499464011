"""Digits that are entered: by keys or by buttons, and how they look."""

from typing import Any

from player.browser.page.observation import BoardSeen
from player.doctor.learn.change import Change
from player.doctor.learn.lab import Lab
from player.errors import PageNotUnderstood
from player.games.moves import Enter

#: Cells in which each way of entering is tried.
CELLS = 2


def learn_digits(lab: Lab) -> Change:
    """Return the changes of the section; raise PageNotUnderstood if no way to enter a digit has an effect."""
    held = lab.held()
    moves = [move for move in lab.plan() if isinstance(move, Enter) and lab.index(move.cell) not in held]
    moves = [move for move in moves if lab.point(lab.index(move.cell)).free][:CELLS]
    if len(moves) < CELLS:
        raise PageNotUnderstood("too few cells are free to learn from: start the game anew")
    ways = ["keys", *(["buttons"] if lab.section.get("buttons") else [])]
    for way in ways:
        shown = [_shown(lab, move, way) for move in moves]
        if all(reading is not None for reading in shown):
            return _change(lab, way, shown[-1] or {})
    raise PageNotUnderstood(f"entering a digit by {' or '.join(ways)} changes no cell: write 'enter' yourself")


def _shown(lab: Lab, move: Enter, way: str) -> dict[str, Any] | None:
    """Enter a digit; return the reading that finds it, empty for the one in force; None if there is none."""
    index = lab.index(move.cell)
    before = lab.looks()
    after = lab.attempt([move], way)
    now = lab.page.look()
    if isinstance(now, BoardSeen):
        values = now.snapshot.cells
        if values[index].get(lab.game.play.MARK) == move.text:
            return {}
    for trait in sorted(after.cells[index].always - before.cells[index].ever):
        if trait.value != move.text:
            continue
        if trait.kind == "text":
            place = {"in": trait.selector} if trait.where == "in" else {"over": trait.selector} if trait.where else {}
            return {**place, "text": "*", "pattern": r"^(\d+)$"}
        if trait.kind == "selector" and trait.name not in {"tag", "class", "id"}:
            return {"attribute": trait.name, **({"in": f"[{trait.name}]"} if trait.where else {})}
    return None


def _change(lab: Lab, way: str, reading: dict[str, Any]) -> Change:
    field = lab.game.play.MARK
    section: dict[str, Any] = {"enter": [way]}
    evidence = {"enter": f"by {way}, digits were entered into {CELLS} cells"}
    if reading:
        old = lab.section["read"].get(field, {})
        chain = old if "any" in old else {"any": [old]} if old else {"any": []}
        section["read"] = {field: {"expect": ["digits"], **chain, "any": [*chain["any"], reading]}}
        evidence[f"read.{field}"] = f"the digits that were entered into {CELLS} cells"
    return Change(section, evidence)
