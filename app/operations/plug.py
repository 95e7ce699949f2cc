"""What running the site brings to the program."""

from __future__ import annotations

from app.http import openapi
from app.http.capability import Capability
from app.operations import api, pages

capability = Capability(routers=(pages.router, openapi.router, api.router))
