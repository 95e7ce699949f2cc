"""The front end's part of `make lint` and `make format`: types by tsc, form by Prettier."""

from __future__ import annotations

import sys
from pathlib import Path

from npm import NoPackagesError, install_packages, run_node

FRONT = Path(__file__).resolve().parent
TSC, PRETTIER = "node_modules/typescript/bin/tsc", "node_modules/prettier/bin/prettier.cjs"
COMMANDS = {
    "lint": [[TSC], [TSC, "--project", "tests"], [PRETTIER, "--check", "--log-level=warn", "."]],
    "format": [[PRETTIER, "--write", "--log-level=warn", "."]],
}


def main() -> int:
    """Run the commands of `lint` or `format`, all of them, and print what they say; 1 where one failed."""
    try:
        node = install_packages(FRONT)
    except NoPackagesError as trouble:
        print(
            f"The front end cannot be checked or formatted here: its tools come from npm, and there is no way to them "
            f"({trouble}). Name a mirror with npm_config_registry, or try again.",
            file=sys.stderr,
        )
        return 1
    done = [run_node(node, FRONT, *command) for command in COMMANDS[sys.argv[1]]]
    print("".join(each.stdout + each.stderr for each in done), end="")
    return int(any(each.returncode for each in done))


if __name__ == "__main__":
    sys.exit(main())
