from player import files


def test_the_shipped_boards_and_pages_are_found() -> None:
    assert {"queens.jsonl", "zip.jsonl"} <= {path.name for path in files.BOARDS.iterdir()}
    assert (files.REPLICA / "linkedin").is_dir()
    assert files.SELECTORS.name == "selectors.yaml"
