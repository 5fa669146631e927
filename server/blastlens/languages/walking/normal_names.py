"""Names of a language to which some spellings of a name are the same name."""

import unicodedata
from typing import Literal


class NormalNames(dict[bytes, int]):
    """A table that numbers names by their normal form. Strings are in the same table: what is no name, nor a path of names,
    stays as it is written."""

    __slots__ = ("_form",)

    def __init__(self, form: Literal["NFC", "NFKC"]) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, text: bytes) -> int:
        # Another spelling is never stored: the keys, in their order, are the names of the file.
        normal = text if text.isascii() else self._normal(text)
        if normal != text:
            return self[normal]
        number = self[text] = len(self)
        return number

    def _normal(self, text: bytes) -> bytes:
        written = text.decode("utf-8", "replace")
        if not written.replace("[]", "").replace(".", "").isidentifier():
            return text
        return unicodedata.normalize(self._form, written).encode()
