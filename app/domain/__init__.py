"""Frozen values and rules; they need the standard library and `grader.model` only.

`submission`   Submission, Result, State, new_id, is_slug
`progress`     ProblemProgress (what a visitor has done of one problem), open_hints
`hints`        HintState (whether a hint may be read yet), hint_states, OpenedHint
`examples`     Examples: what the reference and `worked` program of a problem compute
`faults`       the exceptions that services raise, each with one place in the web's status table
"""

from __future__ import annotations
