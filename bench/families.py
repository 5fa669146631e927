"""Which folder of languages, and which family of it, a corpus belongs to by the language of its truth."""

from functools import cache

# Languages that live in the folder of another.
_FOLDERS = {"javascript": "typescript", "cpp": "c"}


def folder_of(language: str) -> str:
    """The name of the folder below `blastlens/languages`."""
    return _FOLDERS.get(language, language)


@cache
def family_of(language: str) -> str:
    """The family whose table of confidences an edge of that language takes; the folder's name where there is none yet."""
    from blastlens.languages.registry import LANGUAGES

    folder = folder_of(language)
    declared = (one for one in LANGUAGES if type(one).__module__.split(".")[-2] == folder)
    return next((one.rules.family for one in declared), folder)
