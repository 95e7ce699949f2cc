"""For whoever runs the site: is it alive, is it ready, and what does its interface look like?"""

from __future__ import annotations
