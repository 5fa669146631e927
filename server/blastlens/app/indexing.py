"""An index that is made or brought up to date, and how it stands: without what answers questions, which takes longer to load than a
small repository to index."""

from collections.abc import Sequence
from pathlib import Path

from blastlens.app.mending import mendable
from blastlens.app.root_folder import check_present
from blastlens.app.settings import Settings, load_settings
from blastlens.app.size_limit import check_size
from blastlens.languages.registry import LANGUAGES
from blastlens.session.ports import IndexStatus, ProgressListener, Refresh
from blastlens.session.session import Session
from blastlens.session.workspace import MAX_FILE_BYTES


def open_session(
    root: Path, settings: Settings, exclude: Sequence[str] = (), *, resident: bool = False, one_shot: bool = False
) -> Session:
    """As `Blastlens.open` says of its arguments. Raises `UserError`."""
    with mendable():
        return Session.open(
            root,
            exclude=(*settings.exclude, *exclude),
            resident=resident,
            max_file_bytes=settings.max_file_bytes or MAX_FILE_BYTES,
            frameworks=settings.frameworks,
            for_bulk=one_shot,
        )


def status_of(session: Session, settings: Settings, stale: Sequence[str] | None) -> IndexStatus:
    """What is indexed and what is not; problems of the settings and of the installation are in `note`. `stale`: files that are known
    to differ from the index, where that has been looked at."""
    status = session.status()
    if stale is not None:
        status = status._replace(stale=tuple(stale))
    libraries = [language.rules.stubs.problem for language in LANGUAGES]
    notes = [note for note in (status.note, *settings.problems, *libraries) if note]
    return status._replace(note="; ".join(notes))


class Indexing:
    """The one index of a root, for a process that ends with this work. Raises `UserError` for what a person can mend."""

    def __init__(self, session: Session, settings: Settings) -> None:
        """For `open`; `session` is closed by `close`."""
        self.root = session.root
        self._session = session
        self._settings = settings
        self._stale: Sequence[str] | None = None

    @classmethod
    def open(cls, root: Path) -> "Indexing":
        settings = load_settings(root)
        return cls(open_session(root, settings, one_shot=True), settings)

    def refresh(self, *, progress: ProgressListener | None = None) -> Refresh:
        """Bring the graph up to the files on disk."""
        check_present(self.root)
        with mendable():
            if self._session.stored()[0] == 0:
                check_size(self.root, self._settings.exclude, self._settings.max_files)
            done = self._session.refresh(progress=progress)
            self._stale = None if done.note == "cancelled" else done.stale
            return done

    def reindex(self, *, progress: ProgressListener | None = None) -> Refresh:
        """Throw the graph away (not the fact cache) and build it again."""
        with mendable():
            self._stale = ()
            return self._session.reindex(progress=progress)

    def status(self) -> IndexStatus:
        """See `status_of`."""
        with mendable():
            return status_of(self._session, self._settings, self._stale)

    def close(self) -> None:
        """Idempotent."""
        self._session.close()
