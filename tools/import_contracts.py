"""A contract of import-linter: a library is imported by the packages that are its home, and by no other."""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class LibraryHomes(Contract):
    """Fails for an import of a library outside its home, and for a library without one.

    `homes` are lines "LIBRARY -> PACKAGE PACKAGE". A package's modules belong to it.
    """

    homes = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Looks at every direct import of a library."""
        homes = {}
        for line in self.homes:  # type: ignore[attr-defined]
            library, _, packages = line.partition("->")
            homes[library.strip()] = tuple(packages.split())
        ours = ("oxgraph", *sys.stdlib_module_names)
        libraries = {module for module in graph.modules if module.partition(".")[0] not in ours}
        wrong = [
            f"{importer} imports {library}; its home is {' or '.join(homes.get(library, ('nowhere',)))}"
            for library in sorted(libraries)
            for importer in sorted(graph.find_modules_that_directly_import(library))
            if not any(f"{importer}.".startswith(f"{home}.") for home in homes.get(library, ()))
        ]
        unused = [f"{library} is imported nowhere" for library in sorted(homes.keys() - libraries)]
        return ContractCheck(kept=not wrong + unused, metadata={"lines": wrong + unused})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Prints each import that is not at home."""
        for line in check.metadata["lines"]:
            output.print_error(line)
