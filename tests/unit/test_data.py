from player import data


def test_the_shipped_boards_and_pages_are_found() -> None:
    assert {"queens.jsonl", "zip.jsonl"} <= {path.name for path in data.BOARDS.iterdir()}
    assert (data.REPLICA / "linkedin").is_dir()
    assert data.SELECTORS.name == "selectors.yaml"
