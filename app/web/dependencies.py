"""What routes are given: the use cases and the settings of this application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.ports import SubmissionStore
from app.services.catalogue import Catalogue
from app.services.submissions import Submissions
from app.services.watch import Watch
from app.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """One of each use case."""

    catalogue: Catalogue
    submissions: Submissions
    watch: Watch
    store: SubmissionStore


def services_of(request: Request) -> Services:
    """The use cases of the application that answers this request."""
    services: Services = request.app.state.services
    return services


def settings_of(request: Request) -> Settings:
    """The settings of the application that answers this request."""
    settings: Settings = request.app.state.settings
    return settings


ServicesDep = Annotated[Services, Depends(services_of)]
SettingsDep = Annotated[Settings, Depends(settings_of)]
