"""Facts of versions of files that are not the indexed ones, such as the old side of a change, which each save is compared with."""

from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.protocol import Language
from blastlens.session.toolchain import Toolchain

_MOST: Final = 8


class OtherVersions:
    """Extracts them, and keeps the latest."""

    def __init__(self, tools: Toolchain) -> None:
        self._tools = tools
        self._known: dict[tuple[str, bytes], FileFacts] = {}

    def facts(self, language: Language, data: bytes) -> FileFacts:
        key = (language.name, data)
        found = self._known.pop(key, None)
        if found is None:
            found = self._tools.extract(language, data)
        self._known[key] = found
        while len(self._known) > _MOST:
            del self._known[next(iter(self._known))]
        return found
