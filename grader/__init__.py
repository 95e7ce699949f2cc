"""The judge: a synchronous library that knows no web, no database and no event loop."""
