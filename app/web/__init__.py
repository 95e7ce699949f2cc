"""HTTP: pages, the REST API, and what stands before both.

How a router is written here:

- every route declares its policy, `dependencies=[PUBLIC]` or `dependencies=[VISITOR]` (`app.web.policies`); the program
  does not start with a route that has none;
- use cases come as `services: ServicesDep` (`app.web.dependencies`); nothing here imports settings or adapters;
- whoever is asking comes as `visitor: VisitorDep` (an id always; the answer sets the cookie where it is new) or as
  `visitor: KnownVisitorDep` (the id of a valid cookie, or None; sets nothing) (`app.web.visitors`);
- the nonce for inline style elements is `request.state.csp_nonce`, the request's id `request.state.request_id`;
- services raise members of `app.domain.faults`; nobody catches them, `app.web.errors` answers with the status table:
  problem+json below /api, elsewhere the template `error.html` with `status`, `title`, `detail`, `request_id`;
- pages are `app.web.pages.router`; `app.main` includes it. Templates are `request.app.state.templates`, a
  `starlette.templating.Jinja2Templates` of `app.web.rendering.environment.make_templates`;
- CSRF, the body limit and the headers are middleware (`csrf`, `body_limit`, `security`): nothing to do in a route.
"""

from __future__ import annotations
