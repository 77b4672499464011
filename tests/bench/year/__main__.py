"""A simulated year of nights, and the page of its figures: python -m tests.bench.year --days 365 --seed 1.

--days 12 is a shorter year with all of its changes; docs/year.md is such a page.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.year.figures import page
from tests.bench.year.nights import Year, run
from tests.bench.year.pages import serving


def main() -> int:
    """Run a year, print its page, and return 1 if anything is wrong with it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.year", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="another year [1]")
    parser.add_argument("--days", type=int, default=365, help="a shorter one [365]")
    parser.add_argument("--folder", type=Path, help="keep its files in this new folder")
    given = parser.parse_args()
    year = Year(given.seed, given.days)
    with TemporaryDirectory() as temporary, serving() as server:
        run(year, server, given.folder or Path(temporary, "year"))
    sys.stdout.write(page(year))
    return bool(year.complaints)


if __name__ == "__main__":
    sys.exit(main())
