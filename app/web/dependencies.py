"""What routes are given: the use cases, and the few choices of the operator that concern the web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.problems.service import Problems
from app.services.drafts import Drafts
from app.services.hints import Hints
from app.services.listeners import Listeners
from app.services.submissions import Submissions
from app.services.watch import Watch


@dataclass(frozen=True, slots=True)
class Services:
    """One of each use case.

    Attributes:
        unready: why nothing can be judged or stored just now, or None.
    """

    problems: Problems
    submissions: Submissions
    drafts: Drafts
    hints: Hints
    watch: Watch
    listeners: Listeners
    unready: Callable[[], str | None]


def services_of(request: Request) -> Services:
    """The use cases of the application that answers this request."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(services_of)]
