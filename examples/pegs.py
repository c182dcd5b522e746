"""Find jumps that leave one peg on the triangle with fifteen holes, and draw each move."""

from pathlib import Path

from solvers.peg_solitaire import Puzzle, moves_of, named_board, solve

board = named_board("triangle5")
solution = solve(Puzzle(board, start=set(range(1, 15))), fewest=True)
for number, move in enumerate(moves_of(solution.jumps), 1):
    print(f"{number}. " + "-".join(str(hole) for hole in (move[0][0], *(to for _, _, to in move))))
Path("moves.svg").write_text(solution._repr_svg_() or "")
