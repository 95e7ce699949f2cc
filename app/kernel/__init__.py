"""The words that all of the application shares. It knows no web and no database.

`actor`      who acts, and in what role
`actions`    what somebody may be allowed to do
`faults`     exceptions that are raised on purpose, each of a kind that has an answer
`identity`   fresh and repeatable identifiers
`work`       a unit of work: one transaction that several stores write into
`clock`      the time
`rates`      how often something may be done
"""

from __future__ import annotations
