"""Booklets that a browser prints: pages of the wanted paper, with numbers, and vectors for pictures."""

import io
import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.support.browser_commands import player


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paper", "size"), [pytest.param("a4", (595.3, 841.9), marks=pytest.mark.full), ("letter", (612, 792))]
)
def test_generate_prints_a_booklet_of_the_boards_that_it_prints(
    environment: dict[str, str], tmp_path: Path, paper: str, size: tuple[float, float]
) -> None:
    file = tmp_path / "book.pdf"
    command = ("generate", "mini-sudoku", "--size", "6", "--count", "5", "--paper", paper, "--pdf", file)
    done = player(environment, *command)
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, 5, "")
    pages = PdfReader(io.BytesIO(file.read_bytes())).pages
    assert (float(pages[0].mediabox.width), float(pages[0].mediabox.height)) == pytest.approx(size, abs=1.5)
    text = [page.extract_text() for page in pages]
    assert len(text) == 5  # the rules, two boards, two, one board, five solutions
    assert [f"Page {number}" in page for number, page in enumerate(text, start=1)] == [True] * 5
    assert re.findall(r"(\d) page (\d)", " ".join(text[4].split())) == [
        (str(n), str(2 + n // 2 - (n % 2 == 0))) for n in range(1, 6)
    ]
    digits = "".join(
        str(digit) for line in done.stdout.splitlines() for row in json.loads(line)["solution"] for digit in row
    )
    shown = [part for part in text[4].split() if part.isdigit()]
    assert all(shown.count(digit) >= digits.count(digit) for digit in "123456")
    assert [list(page.images) for page in pages] == [[]] * 5
