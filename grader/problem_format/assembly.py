"""From a document that has the right form to a Problem: texts fetched, parts held against each other, cases built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.model import (
    SOURCE_LIMIT,
    CaseEntry,
    Group,
    Hint,
    Limits,
    Mistake,
    Paper,
    Problem,
    Profile,
    Program,
    Prose,
    Scoring,
    Track,
)
from grader.problem_format.checks import check_cases, check_draws, check_groups, check_names, check_specs
from grader.problem_format.documents import Location
from grader.problem_format.files import Content, FileFaultError
from grader.problem_format.function_properties import FunctionProperties
from grader.problem_format.generators import CaseBuilder
from grader.problem_format.judging_version import judging_version
from grader.problem_format.messages import Faults
from grader.problem_format.returned import check_returned
from grader.problem_format.schema import (
    EditorialModel,
    FileModel,
    LimitsModel,
    MistakeModel,
    ProblemModel,
    PythonModel,
)
from grader.problem_format.specs import arguments_of, spec_of, tolerance_of

WALL_SECONDS = (0.1, 60.0)
"""Least and most wall time for one case."""

MEMORY_MB = (64, 4096)
"""Least and most memory beyond the warm interpreter's own."""


def assemble(model: ProblemModel, content: Content, faults: Faults) -> Problem | None:
    """Build the problem, or note in ``faults`` everything that stands against it and give None."""
    texts = _Texts(content, faults)
    arguments, returns = arguments_of(model), spec_of(model.returns)
    _check_folder(model, content, faults)
    check_names(model, faults)
    check_groups(model.groups, faults)
    check_specs(arguments, returns, faults)
    check_returned(model.returns, ("returns",), faults)
    check_draws(model, arguments, faults)
    check_cases(model, arguments, returns, faults)
    _check_properties(model, FunctionProperties(arguments, returns, faults))
    prose, programs = _prose(model, texts), _programs(model, texts)
    starter = texts.source(model.starter, ("starter",)).decode("utf-8-sig", "replace").replace("\r\n", "\n")
    generators = _generators(model, texts)
    explanations = [texts.text(case.explanation, ("cases", i, "explanation")) for i, case in enumerate(model.cases)]
    if faults.found:
        return None
    judged_by = judging_version(model, _judging_programs(programs, generators))
    builder = CaseBuilder(arguments, faults, generators)
    entries = [builder.entry(i, case, explanations[i]) for i, case in enumerate(model.cases)]
    if faults.found:
        return None
    return Problem(
        id=model.id,
        version=content.version(),
        judging_version=judged_by,
        title=model.title,
        status=model.status,
        difficulty=model.difficulty,
        concepts=tuple(model.concepts),
        entry_point=model.entry_point,
        arguments=arguments,
        returns=returns,
        prose=prose,
        starter=starter,
        reference=programs.reference,
        groups=tuple(Group(g.name, g.points, tuple(g.requires), Scoring(g.scoring)) for g in model.groups),
        entries=tuple(entry for entry in entries if isinstance(entry, CaseEntry)),
        alternatives=programs.alternatives,
        mistakes=programs.mistakes,
        worked=programs.worked,
        any_of=programs.any_of,
        tolerance=tolerance_of(model.compare),
        limits=_limits(model.limits),
        uuid=model.uuid,
        track=Track(model.track.name, model.track.position) if model.track else None,
        source=Paper(model.source.author, model.source.title, model.source.year) if model.source else None,
        shows_reference=model.custom_input.reference == "shown",
        shows_fresh=model.fresh.shown == "first_failing",
        waived={str(check): reason for check, reason in model.waive.items()},
        files=dict(content.read),
    )


def _judging_programs(programs: _Programs, generators: Mapping[int, Program]) -> dict[str, bytes]:
    """The texts of the programs that are run when a submission is judged, by what each is for."""
    found = {"reference": programs.reference.source}
    found |= {one.id: one.source for one in (programs.worked, programs.any_of) if one is not None}
    found |= {f"mistake {mistake.program.id}": mistake.program.source for mistake in programs.mistakes}
    return found | {f"inputs of case {index}": program.source for index, program in generators.items()}


@dataclass(frozen=True, slots=True)
class _Texts:
    """Fetches long texts, inline or from files, and notes what cannot be taken."""

    content: Content
    faults: Faults

    def text(self, given: str | FileModel, location: Location) -> str:
        """Prose; empty after a fault."""
        if isinstance(given, str):
            return given
        try:
            return self.content.text(given.file)
        except FileFaultError as error:
            self.faults.add((*location, "file"), str(error))
            return ""

    def source(self, given: str | FileModel, location: Location) -> bytes:
        """A program as UTF-8 bytes; empty after a fault."""
        if isinstance(given, str):
            source = given.encode()
            if len(source) > SOURCE_LIMIT:
                self.faults.add(location, f"is larger than {SOURCE_LIMIT} bytes; make it shorter")
            return source
        try:
            return self.content.source(given.file)
        except FileFaultError as error:
            self.faults.add((*location, "file"), str(error))
            return b""


@dataclass(frozen=True, slots=True)
class _Programs:
    """Every program of a problem except the starter."""

    reference: Program
    worked: Program | None
    any_of: Program | None
    alternatives: tuple[Program, ...]
    mistakes: tuple[Mistake, ...]


def _programs(model: ProblemModel, texts: _Texts) -> _Programs:
    """Fetch the sources."""
    alternatives: list[Program] = []
    for index, given in enumerate(model.alternatives):
        id_ = PurePosixPath(given.file).stem if isinstance(given, FileModel) else f"alternative-{index + 1}"
        if any(id_ == other.id for other in alternatives):
            texts.faults.add(("alternatives", index), f"is a second alternative called {id_!r}; rename its file")
        alternatives.append(Program(id_, texts.source(given, ("alternatives", index))))
    worked, any_of = (
        None if given is None else Program(name, texts.source(given, (name,)))
        for name, given in (("worked", model.worked), ("any_of", model.any_of))
    )
    mistakes = tuple(_mistake(given, index, texts) for index, given in enumerate(model.mistakes))
    reference = Program("reference", texts.source(model.reference, ("reference",)))
    return _Programs(reference, worked, any_of, tuple(alternatives), mistakes)


def _generators(model: ProblemModel, texts: _Texts) -> dict[int, Program]:
    """The programs that make inputs, by the index of their case."""
    found = {}
    for index, case in enumerate(model.cases):
        if isinstance(case.generate, PythonModel):
            given = case.generate.python
            name = given.file if isinstance(given, FileModel) else "the program"
            found[index] = Program(name, texts.source(given, ("cases", index, "generate", "python")))
    return found


def _mistake(given: MistakeModel, index: int, texts: _Texts) -> Mistake:
    """One mistake, from `file` or `source`."""
    location: Location = ("mistakes", index)
    if (given.file is None) == (given.source is None):
        texts.faults.add(location, "needs either `file` or `source`; give one of them")
    source = texts.source(given.source or "", (*location, "source"))
    if given.file is not None:
        source = texts.source(FileModel(file=given.file), location)
    return Mistake(Program(given.id, source), given.message, tuple(given.hints))


def _prose(model: ProblemModel, texts: _Texts) -> Prose:
    """Everything that is read."""
    return Prose(
        statement=texts.text(model.statement, ("statement",)),
        theory=texts.text(model.theory, ("theory",)),
        hints=tuple(Hint(hint.text, hint.after_attempts) for hint in model.hints),
        requirements=tuple(model.requirements),
        constraints=tuple(model.constraints),
        editorial=_editorial(model.editorial, texts) if model.editorial else "",
    )


def _check_properties(model: ProblemModel, held: FunctionProperties) -> None:
    """What each case says of the function."""
    for index, case in enumerate(model.cases):
        for place, one in enumerate(case.properties):
            held.check(one, ("cases", index, "properties", place))


def _editorial(model: EditorialModel, texts: _Texts) -> str:
    """The editorial, from `file` or `text`."""
    location: Location = ("editorial",)
    if (model.file is None) == (model.text is None):
        texts.faults.add(location, "needs either `file` or `text`; give one of them")
    return texts.text(model.text or "" if model.file is None else FileModel(file=model.file), location)


def _check_folder(model: ProblemModel, content: Content, faults: Faults) -> None:
    """A folder is called like its problem."""
    name = content.folder.resolve().name if content.folder else model.id
    if name != model.id:
        faults.add(("id",), f"is {model.id!r}, but the folder is called {name!r}; make them the same")


def _limits(model: LimitsModel) -> Limits:
    """Limits brought into the allowed range."""
    wall = model.wall_seconds if isinstance(model.wall_seconds, float) else None
    return Limits(
        wall_seconds=None if wall is None else min(max(wall, WALL_SECONDS[0]), WALL_SECONDS[1]),
        memory_mb=min(max(model.memory_mb, MEMORY_MB[0]), MEMORY_MB[1]),
        profile=Profile(model.profile),
    )
