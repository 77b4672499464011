"""Lists of words: pyspellchecker's by language, a file's, and how quickly they are there."""

import gzip
import json
from importlib import resources
from pathlib import Path

import pytest

from player import WORDS_VARIABLE
from player.errors import BoardError, InputMissing
from player.games import word_lists
from player.games.word_lists import fold, list_for


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "words.txt"
    monkeypatch.setenv(WORDS_VARIABLE, str(path))
    return path


@pytest.mark.parametrize("language", ["en", "eu", "fa", "ru", "pt"])
@pytest.mark.full
def test_a_list_holds_the_words_of_its_language_with_their_frequencies(language: str) -> None:
    packed = (resources.files("spellchecker") / "resources" / f"{language}.json.gz").read_bytes()
    told = json.loads(gzip.decompress(packed))
    words = list_for(language)
    assert words.name.words >= len(told) > 10_000
    some = [word for word in [*told][:: len(told) // 50] if word.isalpha()]
    assert {word: words.frequency(word) for word in some} == {word: told[word] for word in some}


def test_a_list_tells_its_name_its_version_and_its_size() -> None:
    name = list_for("en").name
    assert str(name) == f"pyspellchecker's list 'en' {name.version} ({name.words:,} words)"


def test_a_list_is_loaded_once_only() -> None:
    assert list_for("en") is list_for("en")


def test_prefixes_are_those_of_words() -> None:
    words = list_for("en")
    assert words.words_from("quic")
    assert words.words_from("quicq") is None
    assert words.words_from("quicqx") is None
    assert words.frequency("quic") is None
    assert words.frequency("zzzz") is None


def test_words_of_some_lengths_have_letters_only() -> None:
    found = list_for("en").of_length(5, 5)
    assert found["quick"] > found["knack"]
    assert all(len(word) == 5 and word.isalpha() for word in found)


def test_a_language_without_a_list_is_refused_and_the_others_are_named() -> None:
    with pytest.raises(BoardError, match=r"for the language 'xx' \(there are ar, de, en,.*--words"):
        list_for("xx")
    with pytest.raises(BoardError, match=r"language '\.\./en'"):
        list_for("../en")


def test_a_file_has_a_word_on_each_line_and_maybe_its_frequency(file: Path) -> None:
    file.write_text("\ufeffCrab\nÉtÉ 7\ncrab\t3\n\nqi\n", encoding="utf-8")
    words = list_for("fr")
    assert [words.frequency(word) for word in ("crab", "été", "qi", "cra")] == [3, 7, 1, None]
    assert (words.name.name, words.name.words) == ("words.txt", 3)
    assert words.name.version.startswith("sha256:")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"one two three\n", "line 1 of .* must be a word"),
        (b"fine\nword -3\n", "line 2 of"),
        (b"\n\n", "is empty"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_malformed_file_is_refused(file: Path, text: bytes, complaint: str) -> None:
    file.write_bytes(text)
    with pytest.raises(BoardError, match=complaint):
        list_for("en")


def test_a_file_that_is_not_there_is_an_input_that_is_missing(file: Path) -> None:
    with pytest.raises(InputMissing, match=r"words\.txt can't be read"):
        list_for("en")
    assert not file.exists()


@pytest.mark.parametrize(
    ("letters", "language", "folded"),
    [
        ("ÉTÉ", "fr", "été"),
        ("I\u0130", "tr", "\u0131i"),
        ("I\u0130", "en", "i\u0130"),
        ("\u039b\u03c2", "el", "\u03bb\u03c3"),
        ("ẞ", "de", "ß"),
    ],
)
def test_letters_are_compared_in_lower_case_one_for_one(letters: str, language: str, folded: str) -> None:
    assert fold(letters, language) == folded
    assert len(folded) == len(letters)


def test_an_object_that_is_written_in_another_way_is_read_all_the_same() -> None:
    told = {"b": 2, "a\n": 1}
    for text in (json.dumps(told), json.dumps(told, indent=0), json.dumps({"ä": 1})):
        assert word_lists._quickly(text) is None or word_lists._quickly(text) == word_lists._carefully(text)
    assert word_lists._quickly('{\r\n"a": 1,\r\n"b": 2\r\n}\r\n') == ["a\t1", "b\t2"]
