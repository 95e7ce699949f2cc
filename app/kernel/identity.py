"""Identifiers: unguessable and url-safe."""

from __future__ import annotations

import base64
import hashlib
import secrets

_BYTES = 18


def new_id() -> str:
    """A fresh identifier: 144 random bits, url-safe."""
    return secrets.token_urlsafe(_BYTES)


def repeatable_id(owner: str, key: str, *parts: bytes) -> str:
    """The identifier of what a form brings: the same for the same owner, form and content, so that it is kept once.

    Nobody else can guess it: the owner's id and the form's key are random and known to the two ends alone.
    """
    digest = hashlib.sha256()
    for part in (owner.encode(), key.encode(), *parts):
        digest.update(len(part).to_bytes(8, "big") + part)
    return base64.urlsafe_b64encode(digest.digest()[:_BYTES]).decode()
