"""Problems of a selectors file: what is wrong at which place, in our words."""

from collections.abc import Collection, Iterator
from typing import Any

from pydantic import ValidationError

from player.browser.selectors.defaults import Place, sections
from player.browser.selectors.readings import CONDITIONS, RULES, Chain
from player.browser.selectors.schema import PageSelectors, Selectors
from player.errors import did_you_mean
from player.games import GAMES, title_of
from player.games.fields import needed

#: The fields that each game reads of a cell.
FIELDS = {name: frozenset(game.play.ALLOWED) for name, game in GAMES.items()}

_TAGS = {*CONDITIONS, *RULES}
"""Steps of an error's place that the file does not have."""

_WANTED = {
    "dict_type": "a mapping of keys was expected",
    "model_type": "a mapping of keys was expected",
    "list_type": "a list was expected",
    "string_type": "text was expected: quote it",
    "int_type": "a whole number was expected",
    "string_too_short": "the text is empty",
}


def said(error: ValidationError) -> tuple[Place, str]:
    """Return the place and the problem of the finding that helps most."""
    # A misspelt key may be missing elsewhere: the misspelling is what helps.
    first = min(error.errors(), key=lambda found: found["type"] != "unknown_key")
    place = tuple(step for step in first["loc"] if step not in _TAGS)
    if key := first.get("ctx", {}).get("key"):
        place = (*place, key)
    return place, _problem(first, place)


def _problem(error: Any, place: Place) -> str:
    where = [str(step) for step in place]
    *around, key = where or [""]
    section = ".".join(around) or "the file"
    match error["type"]:
        case "unknown_key":
            return f"unknown key {key!r} in {section}: {error['ctx']['hint']}"
        case "misplaced_key":
            return f"{section}: {error['ctx']['hint']}"
        case "missing":
            return f"{section} lacks the key {key!r}"
        case _:
            message = _WANTED.get(error["type"], str(error["msg"]).removeprefix("Value error, "))
    return f"{'.'.join(where) or 'the file'}: {message}"


def inherited_problems(data: Any) -> Iterator[tuple[Place, str]]:
    """Yield what is wrong in each `like` and each `defaults` of the file's data that no page would show."""
    yield from _like_problems(data)
    for place, section in sections(data):
        match place:
            case _ if not isinstance(section, dict):
                yield place, f"{'.'.join(map(str, place))}: {_WANTED['dict_type']}"
            case ("sites", site, "defaults", "pages", build):
                generations = data["sites"][site].get("generations")
                if isinstance(generations, dict) and build not in generations:
                    yield place, _unknown_generation(build, generations)


def _like_problems(data: Any) -> Iterator[tuple[Place, str]]:
    """Yield the sites that are `like` one that is none, or that is like another itself."""
    sites = data.get("sites") if isinstance(data, dict) else None
    named = {name: site for name, site in sites.items() if isinstance(site, dict)} if isinstance(sites, dict) else {}
    for name, site in named.items():
        like = site.get("like")
        if like is None:
            continue
        others = sorted(set(named) - {name})
        place: Place = ("sites", name, "like")
        if like not in others:
            yield place, f"there is no other site {like!r}: {did_you_mean(str(like), others)}"
        elif "like" in named[like]:
            yield place, f"{like!r} is like another site itself: name that one"


def game_problems(selectors: Selectors) -> Iterator[tuple[Place, str]]:
    """Yield what only the games know: which there are, and the fields they need of a cell."""
    for site, parts in selectors.sites.items():
        for name, part in parts.games.items():
            where = ("sites", site, "games", name)
            if name not in GAMES:
                yield where, f"unknown game {name!r}: {did_you_mean(name, GAMES)}"
                continue
            for generation, page in part.pages.items():
                there = (*where, "pages", generation)
                if parts.generations and generation not in parts.generations:
                    yield there, _unknown_generation(generation, parts.generations)
                yield from _name_problems(name, page, there)
                yield from _none_problems(name, page, there)
                if page.sight:
                    yield from _cycle_problems(name, page, (*there, "cycle"))
                else:
                    yield from _value_problems(name, page, there)


def _name_problems(name: str, page: PageSelectors, there: Place) -> Iterator[tuple[Place, str]]:
    """Yield the fields, lists and rules that the game does not know, and the first one that it needs of each kind."""
    game = GAMES[name]
    for key, kind, used, known, wanted in (
        ("read", "field", page.read, FIELDS[name], needed(game.play.ALLOWED)),
        ("beside", "list", page.beside, game.lists, game.lists),
        ("rules", "rule", page.rules, game.rules, frozenset[str]()),
    ):
        for one in used:
            if one not in known:
                yield (*there, key, one), f"{title_of(name)} knows no {kind} {one!r}: {did_you_mean(one, known)}"
        if (missing := wanted.difference(used)) and not page.sight:
            yield (
                (*there, key) if key in page.model_fields_set else there,
                f"{title_of(name)} needs the {kind} {min(missing)!r} in {key!r}",
            )


def _none_problems(name: str, page: PageSelectors, there: Place) -> Iterator[tuple[Place, str]]:
    """Yield the fields and rules that may not be `none`, and rules with impossible values."""
    allowed = GAMES[name].play.ALLOWED
    may = sorted(field for field, known in allowed.items() if known.none)
    for field, chain in page.read.items():
        if chain.is_none and field in allowed and field not in may:
            others = f"it may lack {' and '.join(may)} only" if may else "it needs all of its fields"
            hint = "leave it out" if allowed[field].witness else others
            yield (*there, "read", field), f"{title_of(name)} is not read with {field!r} as none: {hint}"
    for rule, value in page.rules.items():
        known = GAMES[name].rules.get(rule)
        if isinstance(value, Chain):
            if value.is_none:
                yield (*there, "rules", rule), f"{title_of(name)} is not read with {rule!r} as none: leave it out"
        elif known and not known.takes(value):
            yield (
                (*there, "rules", rule),
                f"{title_of(name)} has no {rule} {str(value).lower()}: {known.meant()} was expected",
            )


def _unknown_generation(name: Any, known: Collection[str]) -> str:
    return f"unknown generation {name!r}: {did_you_mean(str(name), known)}"


def _value_problems(name: str, page: PageSelectors, there: Place) -> Iterator[tuple[Place, str]]:
    """Yield names of values that the game does not have, so that `read` would never give what it needs."""
    for field, chain in page.read.items():
        known = GAMES[name].play.ALLOWED.get(field)
        for value in sorted({value for one in chain.any for value in one.names}):
            if known and not known.knows(value):
                yield (*there, "read", field), f"{title_of(name)} knows no {field} {value!r}: {known.meant(value)}"
    yield from _cycle_problems(name, page, (*there, "cycle"))
    taken = [part.name for part in page.overlays]
    for number, switch in enumerate(page.switches):  # what was pressed last is known by its name
        if switch.name in taken:
            yield (*there, "switches", str(number), "name"), f"the name {switch.name!r} is taken: use another"
        taken.append(switch.name)


def _cycle_problems(name: str, page: PageSelectors, there: Place) -> Iterator[tuple[Place, str]]:
    """Find what is wrong with the marks in `cycle`: `read` calls them by these names, or by words of the page."""
    mark = GAMES[name].play.MARK
    allowed = GAMES[name].play.ALLOWED[mark]
    known = allowed.known
    if page.cycle and not known:
        yield there, f"{title_of(name)} is not played by clicks through marks: leave 'cycle' out"
    readings = page.read[mark].any if mark in page.read else ()
    named = allowed.is_closed or all(reading.kind in {"first", "all"} for reading in readings)
    for value in page.cycle.marks if page.cycle else []:
        if known and named and value not in known:
            yield there, f"{title_of(name)} knows no mark {value!r}: {allowed.meant(value)}"
