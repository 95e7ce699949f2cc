"""The use cases. No HTTP and no SQL here; `app.web.dependencies.Services` holds one of each.

`catalogue.Problems`       problems() tracks() get(slug) examples(problem)
`submissions.Submissions`   submit(slug, source, mode, visitor) run_inputs(slug, source, inputs, visitor)
                            read(id, visitor) history(visitor, slug)
                            progress(visitor) progress_in(visitor, slug)
`drafts.Drafts`             read(slug, visitor) save(slug, visitor, source, base)
`hints.Hints`               opened(slug, visitor) open(slug, visitor, number)
`watch.Watch`               await finished(submission, seconds)
`listeners.Listeners`       with place(visitor)
`recover.recover`           at start: queue again what was acknowledged and not finished

All are synchronous and quick (one database statement or none), except `Problems.examples`, which runs programs in
the sandbox the first time that a problem is asked for, and `Watch.finished`, which is awaited. Call them from plain
`def` endpoints, or through `starlette.concurrency.run_in_threadpool` in `async def` ones.
"""

from __future__ import annotations
