"""A contract for import-linter: packages that need no other packages than a few."""

from __future__ import annotations

import sys
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class PureContract(Contract):
    """Contract that modules import only their own package, the standard library, and what is
    ``allowed``."""

    packages = fields.ListField(subfield=fields.StringField())
    allowed = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the imports of other packages, anywhere in a module."""
        found = []
        allowed = cast(set[str] | None, self.allowed) or set()
        for package in cast(list[str], self.packages):  # on an instance, a field is its value
            known = {package, *allowed, *sys.stdlib_module_names}
            for module in sorted({package, *graph.find_descendants(package)}):
                for imported in sorted(graph.find_modules_directly_imported_by(module)):
                    if imported.partition(".")[0] not in known:
                        found.append(f"{module} imports {imported}")
        output.verbose_print(verbose, f"{len(found)} imports of other packages")
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print a line for each import that is not allowed."""
        for line in check.metadata["found"]:
            output.print_error(line)
