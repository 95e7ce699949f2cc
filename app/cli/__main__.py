"""`python -m app.cli` is `allclose`."""

from app.cli import main

main()
