from player.errors import did_you_mean


def test_a_slip_of_the_finger_is_answered_with_the_name_meant() -> None:
    assert did_you_mean("quens", ["zip", "queens"]) == "did you mean 'queens'?"


def test_a_name_like_no_other_is_answered_with_all_of_them_in_order() -> None:
    assert did_you_mean("chess", ["zip", "queens"]) == "one of queens, zip"


def test_a_far_fetched_name_is_not_suggested() -> None:
    assert did_you_mean("chess", ["zip", "patches"]) == "one of patches, zip"


def test_an_empty_choice_is_reported() -> None:
    assert did_you_mean("zip", []) == "there are none"
