"""What stands between a socket and the site: connections, who is asking from where, and how often they may.

`limits`     how often each costly thing may be asked for, and who is counted
`proxies`    on whose word it is believed where a request came from
`server`     the server itself
`connections`, `descriptors`   how many connections there may be, and how long each may take
`addresses`  an address as it is counted
"""

from __future__ import annotations
