"""A search without a SAT solver, in plain Python: up to two solutions, and with the proof that there are no others."""

from collections.abc import Iterator
from itertools import islice

from player.games import zip_path
from player.games.grid import cells


def depth_first(board: zip_path.board.Board) -> list[zip_path.board.Solution]:
    """Zip: step by step, the neighbour with the fewest ways on first; no step leaves a dead end or cuts off cells."""
    places = list(cells(*board.shape))
    index = {cell: number for number, cell in enumerate(places)}
    near = [[index[beyond] for beyond in board.steps(cell)] for cell in places]
    mask = [sum(1 << beyond for beyond in beyonds) for beyonds in near]
    order = {index[cell]: number for number, cell in enumerate(board.numbers)}
    last = index[board.numbers[-1]]

    def walk(path: tuple[int, ...], free: int, due: int) -> Iterator[tuple[int, ...]]:
        if not free:
            yield path
            return
        head = path[-1]
        ways = [cell for cell in near[head] if free >> cell & 1 and order.get(cell, due) == due]
        for cell in sorted(ways, key=lambda way: (mask[way] & free).bit_count()):
            rest = free & ~(1 << cell)
            if _open(rest, cell):
                yield from walk((*path, cell), rest, due + (cell in order))

    def _open(free: int, head: int) -> bool:
        """Return true if all free cells are connected to `head`, and each but the last has a way in and a way out."""
        reached, frontier = 0, 1 << head
        passable = free | 1 << head
        while frontier:
            bit = frontier & -frontier
            reached |= bit
            ways = mask[bit.bit_length() - 1] & passable
            if bit.bit_length() - 1 not in {head, last} and ways.bit_count() < 2:
                return False
            frontier = (frontier | ways) & ~reached
        return reached == passable

    start = index[board.numbers[0]]
    paths = islice(walk((start,), (1 << len(places)) - 1 & ~(1 << start), 1), 2)
    return [tuple(places[cell] for cell in path) for path in paths]
