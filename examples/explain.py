"""Print the steps that lead to the solution of a Star Battle, and its difficulty."""

from solvers.notation import parse
from solvers.star_battle import explain

explanation = explain(parse("stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA"))
for number, step in enumerate(explanation.steps, 1):
    print(f"{number}. {step.text}")
print(f"This puzzle is {explanation.difficulty}.")
