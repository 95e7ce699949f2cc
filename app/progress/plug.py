"""What progress brings to the program."""

from __future__ import annotations

from app.http.capability import Capability
from app.progress import pages

capability = Capability(routers=(pages.router,))
