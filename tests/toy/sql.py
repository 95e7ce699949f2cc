from __future__ import annotations

from sqlalchemy import Text, insert, select, update
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.kernel.work import Work
from app.storage.database import connection_of


class Base(DeclarativeBase):
    """Of its own, so that other tests see the tables of the program alone."""


class NoteRow(Base):
    __tablename__ = "note"

    id: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class AuditRow(Base):
    __tablename__ = "audit"

    number: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(Text)


class NoteStore:
    def add(self, work: Work, name: str, text: str) -> None:
        connection_of(work).execute(insert(NoteRow).values(id=name, text=text))
        connection_of(work).execute(insert(AuditRow).values(what=f"added {name}"))

    def change(self, work: Work, name: str, text: str) -> None:
        connection_of(work).execute(update(NoteRow).where(NoteRow.id == name).values(text=text))

    def get(self, work: Work, name: str) -> str | None:
        return connection_of(work).scalar(select(NoteRow.text).where(NoteRow.id == name))

    def audit(self, work: Work) -> list[str]:
        return list(connection_of(work).scalars(select(AuditRow.what).order_by(AuditRow.number)))
