"""Facts of versions of files that are not the indexed ones, such as the old side of a change, which each save is compared with."""

from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.protocol import Language
from blastlens.session.toolchain import Toolchain

_MOST_BYTES: Final = 4_000_000  # of texts; their facts take a few times as much


class OtherVersions:
    """Extracts them, and keeps the latest, by the length of their texts."""

    def __init__(self, tools: Toolchain) -> None:
        self._tools = tools
        self._known: dict[tuple[str, bytes], FileFacts] = {}
        self._bytes = 0

    def facts(self, language: Language, data: bytes) -> FileFacts:
        key = (language.name, data)
        found = self._known.pop(key, None)
        if found is None:
            found = self._tools.extract(language, data)
            self._bytes += len(data)
        self._known[key] = found
        while self._bytes > _MOST_BYTES and len(self._known) > 1:
            oldest = next(iter(self._known))
            del self._known[oldest]
            self._bytes -= len(oldest[1])
        return found
