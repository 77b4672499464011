import json
import re
from itertools import combinations

import pytest

from player import errors
from player.errors import Interrupted, Outcome, PlayerError, did_you_mean, worst
from player.playing.result import Result
from tests.support.documents import ROOT

CODES = {
    PlayerError: 70,
    errors.ArgumentInvalid: 2,
    errors.BoardError: 65,
    errors.AnswerError: 65,
    errors.CertificateError: 65,
    errors.InputMissing: 66,
    errors.NoBrowser: 69,
    errors.NotInstalled: 69,
    errors.CannotCreate: 73,
    errors.CannotWrite: 74,
    errors.Unavailable: 75,
    errors.PageNotUnderstood: 76,
    errors.RequestStopped: 76,
    errors.SignInNeeded: 77,
    errors.ConfigInvalid: 78,
}


@pytest.mark.parametrize(("kind", "code"), CODES.items(), ids=lambda value: getattr(value, "__name__", value))
def test_each_error_has_its_exit_code_and_is_named_in_the_tree(kind: type[PlayerError], code: int) -> None:
    assert kind("what, where, what to do").code == code
    assert any(kind.__name__ in line and str(code) in line for line in str(errors.__doc__).splitlines())


@pytest.mark.parametrize(("signum", "code"), [(1, 129), (2, 130), (15, 143)])
def test_a_signal_ends_with_the_code_that_shells_expect(signum: int, code: int) -> None:
    stopped = Interrupted("interrupted", signum)
    assert (stopped.code, str(stopped)) == (code, "interrupted")


def test_no_error_is_missing_from_this_list() -> None:
    assert {*CODES, errors.Bug, Interrupted} == {PlayerError, *PlayerError.__subclasses__()}


def test_outcomes_tell_what_became_of_a_board() -> None:
    outcomes = {kind.__name__: kind.outcome for kind in PlayerError.__subclasses__() if kind.outcome != "failed"}
    assert outcomes == {
        "BoardError": "refused",
        "NoBrowser": "unavailable",
        "Unavailable": "unavailable",
        "PageNotUnderstood": "unreadable",
        "RequestStopped": "unreadable",
        "SignInNeeded": "signin",
    }


def test_a_bug_names_its_kind_and_where_to_find_more() -> None:
    bug = errors.Bug(KeyError("walls"))
    assert (bug.code, str(bug)) == (70, "a bug in the player: KeyError: 'walls' (set PLAYER_DEBUG=1 for the traceback)")


def test_a_run_ends_with_the_first_code_in_the_order_of_the_docs() -> None:
    text = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"ends with the first of ([\d, ]+) that occurred", text)
    order = [int(code) for code in listed.split(", ")]
    assert {*CODES.values()} - {errors.USAGE} <= {*order}  # no run begins with a wrong call
    for heavier, lighter in combinations(order, 2):
        assert worst([lighter, heavier, lighter]) == worst([heavier, lighter]) == heavier


def test_a_run_without_games_is_solved() -> None:
    assert worst([]) == 0


@pytest.mark.parametrize("code", [129, 130, 143])
def test_a_run_that_a_signal_ended_is_not_solved(code: int) -> None:
    assert worst([code, 0]) == code


def test_an_outcome_is_one_of_the_words_of_the_records() -> None:
    result = Result("any")
    result.ended("unconfirmed", 1)
    assert result.outcome is Outcome.UNCONFIRMED
    assert json.dumps({"outcome": result.outcome, Outcome.SIGN_IN: 1}) == '{"outcome": "unconfirmed", "signin": 1}'
    with pytest.raises(ValueError, match="won"):
        result.ended("won", 0)


# Names that are meant


def test_a_slip_of_the_finger_is_answered_with_the_name_meant() -> None:
    assert did_you_mean("quens", ["zip", "queens"]) == "did you mean 'queens'?"


def test_a_name_like_no_other_is_answered_with_all_of_them_in_order() -> None:
    assert did_you_mean("chess", ["zip", "queens"]) == "one of queens, zip"


def test_a_far_fetched_name_is_not_suggested() -> None:
    assert did_you_mean("chess", ["zip", "patches"]) == "one of patches, zip"


def test_an_empty_choice_is_reported() -> None:
    assert did_you_mean("zip", []) == "there are none"
