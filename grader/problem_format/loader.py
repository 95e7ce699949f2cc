"""Reading a problem: a folder with `problem.yaml` and the files it names, or one single YAML file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NoReturn

from pydantic import ValidationError

from grader.errors import FileFault, ProblemFormatError
from grader.model import Problem
from grader.problem_format.assembly import assemble
from grader.problem_format.documents import DOCUMENT_LIMIT, DocumentError, read_document
from grader.problem_format.files import Content, FileFaultError, read_inside
from grader.problem_format.messages import Faults, write_location
from grader.problem_format.schema import ProblemModel

DOCUMENT_NAME = "problem.yaml"
_SUFFIXES = (".yaml", ".yml")


def load_problem(path: Path) -> Problem:
    """Read and check one problem; its programs are read as text and never run here.

    Args:
        path: a folder with `problem.yaml`, that file itself, or another single YAML file.

    Raises:
        ProblemFormatError: with every fault that was found, each with file, line, column and how to mend it.
    """
    document_path = path / DOCUMENT_NAME if path.is_dir() else path
    folder = document_path.parent if document_path.name == DOCUMENT_NAME else None
    try:
        document = read_inside(document_path.parent, document_path.name, DOCUMENT_LIMIT)
    except FileFaultError as error:
        _refuse(FileFault(document_path, 1, 1, write_location(()), str(error)))
    return _read(document_path, Content(folder, {DOCUMENT_NAME: document}))


def read_stored(files: Mapping[str, bytes]) -> Problem:
    """Read a problem from the files that another one was made of (`Problem.files`); the disk is not touched.

    Args:
        files: by name, the document as `problem.yaml` among them; those that it does not name are passed over.

    Raises:
        ProblemFormatError: as `load_problem` does; the document's path is then `problem.yaml`.
    """
    path, document = Path(DOCUMENT_NAME), files.get(DOCUMENT_NAME)
    if document is None:
        _refuse(FileFault(path, 1, 1, write_location(()), "is not among the stored files; store it"))
    if len(document) > DOCUMENT_LIMIT:
        _refuse(FileFault(path, 1, 1, write_location(()), f"is larger than {DOCUMENT_LIMIT} bytes; make it shorter"))
    return _read(path, Content(None, {DOCUMENT_NAME: document}, stored=files))


def _read(path: Path, content: Content) -> Problem:
    """The problem of a document that was read, and of the files that it names."""
    try:
        document = read_document(content.read[DOCUMENT_NAME])
    except DocumentError as error:
        _refuse(FileFault(path, error.line, error.column, write_location(error.location), error.message))
    faults = Faults(path, document)
    try:
        model = ProblemModel.model_validate(document.data)
    except ValidationError as error:
        faults.add_validation(error)
        raise ProblemFormatError(faults.sort_faults()) from None
    problem = assemble(model, content, faults)
    if problem is None:
        raise ProblemFormatError(faults.sort_faults())
    return problem


def named_files(path: Path) -> set[str]:
    """The files that a problem is made of, as `problem.yaml` names them, itself among them; empty for a single file.

    Raises:
        ProblemFormatError: it cannot be read.
    """
    document_path = path / DOCUMENT_NAME if path.is_dir() else path
    if document_path.name != DOCUMENT_NAME:
        return set()
    try:
        document = read_document(read_inside(document_path.parent, DOCUMENT_NAME, DOCUMENT_LIMIT))
    except FileFaultError as error:
        _refuse(FileFault(document_path, 1, 1, write_location(()), str(error)))
    except DocumentError as error:
        _refuse(FileFault(document_path, error.line, error.column, write_location(error.location), error.message))
    return {DOCUMENT_NAME, *_list_files(document.data)}


def _list_files(data: object) -> Iterator[str]:
    """Everything that stands under a key `file`, at whatever depth."""
    if isinstance(data, list):
        for item in data:
            yield from _list_files(item)
    elif isinstance(data, dict):
        for key, item in data.items():
            if key == "file" and isinstance(item, str):
                yield PurePosixPath(item).as_posix()
            elif key != "inputs":
                yield from _list_files(item)


def _refuse(fault: FileFault) -> NoReturn:
    """Give up with a single fault."""
    raise ProblemFormatError([fault]) from None


def load_problems(directory: Path) -> tuple[dict[str, Problem], list[ProblemFormatError]]:
    """Read every problem directly below a directory, in the order of their names.

    A folder counts if it holds `problem.yaml`, a file if it ends in .yaml or .yml; names that start with a dot or an
    underscore do not. One bad problem does not hide the others.

    Returns:
        The problems by id, and an error for each that cannot be read (a second one of the same id among them).
    """
    problems: dict[str, Problem] = {}
    paths: dict[str, Path] = {}
    errors: list[ProblemFormatError] = []
    for path in _candidates(directory):
        try:
            problem = load_problem(path)
        except ProblemFormatError as error:
            errors.append(error)
            continue
        taken = _find_double(problem, problems)
        if taken:
            field, other = taken
            message = f"is that of {paths[other]} too; give each problem its own"
            errors.append(ProblemFormatError([FileFault(path, 1, 1, field, message)]))
            continue
        paths[problem.id] = path
        problems[problem.id] = problem
    return problems, errors


def _find_double(problem: Problem, known: Mapping[str, Problem]) -> tuple[str, str] | None:
    """Which identity of a problem another one has already, and that other's id."""
    if problem.id in known:
        return "id", problem.id
    same = (other.id for other in known.values() if problem.uuid and other.uuid == problem.uuid)
    return next((("uuid", other) for other in same), None)


def _candidates(directory: Path) -> list[Path]:
    """What looks like a problem."""
    return [
        path
        for path in sorted(directory.iterdir())
        if not path.name.startswith((".", "_"))
        and (_holds_document(path) if path.is_dir() else path.suffix in _SUFFIXES)
    ]


def _holds_document(folder: Path) -> bool:
    """Whether a folder means to be a problem; one that cannot be looked into counts, so that it is reported."""
    try:
        (folder / DOCUMENT_NAME).lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True
