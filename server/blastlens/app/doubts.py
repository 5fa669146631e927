"""Why a use of what a change removed may not fail all the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import language_for
from blastlens.link.given_members import GivenMembers, Owner
from blastlens.link.linkers import Linkers
from blastlens.link.ports import Program
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.graph import Graph
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

if TYPE_CHECKING:
    from blastlens.extract.field_names import FieldName

Place = tuple[int, int]  # 1-based line, 0-based UTF-8 column


@dataclass(slots=True)
class Doubts:
    """Of the files as a change leaves them. `others`: facts of those that are not what is indexed (None: gone); `texts`: their texts.
    `names`: what is asked for."""

    session: Session
    graph: Graph
    linkers: Linkers
    program: Program
    others: Mapping[str, FileFacts | None]
    texts: Mapping[str, bytes]
    names: frozenset[str]
    _spelling: dict[str, FileFacts] | None = None
    _blind: list[BlindSpot] | None = None

    def of_places(self, path: str, places: Iterable[Place], *, of_calls: bool = False) -> Mapping[Place, str]:
        """What keeps the uses at places of a file from failing, of those that something keeps; `of_calls`: of what is not gone."""
        language, data = language_for(path), self._text(path)
        if language is None or data is None:
            return {}
        # Imported here: where nothing is gone no parser is needed.
        from blastlens.extract.guards import guards

        return guards(language, data, places, of_calls=of_calls)

    def field_names(self, path: str, places: Iterable[Place]) -> "list[FieldName]":
        """What the literals of the classes that a file names at these places set."""
        language, data = language_for(path), self._text(path)
        if language is None or data is None:
            return []
        from blastlens.extract.field_names import field_names

        return list(field_names(language, data, places))

    def of_members(self, path: str, owners: Sequence[Owner], name: str) -> str:
        """What may give one of the classes a member that no definition gives it; "" where nothing may. `owners`: of the linker
        of the file."""
        linker = self.linkers.linker_for(path)
        if linker is None or not owners:
            return ""
        return GivenMembers(linker, self._spelling_files(), self._blind_spots()).why(owners, name)

    def _text(self, path: str) -> bytes | None:
        if path in self.texts:
            return self.texts[path]
        blob = read_blob(self.session.root, path)
        return blob.data if isinstance(blob, Blob) else None

    def _spelling_files(self) -> Mapping[str, FileFacts]:
        if self._spelling is None:
            named = ((path, self.program.facts(path)) for path in self.program.paths())
            self._spelling = {path: facts for path, facts in named if facts and not self.names.isdisjoint(facts.names)}
        return self._spelling

    def _blind_spots(self) -> list[BlindSpot]:
        if self._blind is None:
            spots = self.graph.blind_spots()
            self._blind = [one for one in spots if one.source.partition("::")[0] not in self.others]
            for path, facts in self.others.items():
                self._blind += self.linkers.link(path).blind if facts is not None else ()
        return self._blind
