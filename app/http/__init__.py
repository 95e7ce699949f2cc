"""What stands before every route: server, middleware, policies, problem details, strict JSON, templates, built files.

`server`, `connections`, `descriptors`   the server, how many connections it has, and how long each may take
`proxies`, `addresses`                   on whose word it is believed where a request came from, and how that is counted
`limits`                                 how often each costly thing may be asked for
"""

from __future__ import annotations
