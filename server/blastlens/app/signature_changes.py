"""Which functions take something else after a change, and which are gone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from blastlens.app.changes import TwoVersions
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.arguments import Arguments
from blastlens.languages.registry import language_for
from blastlens.link.signatures import fields, merged_fields, signatures, takes_fields
from blastlens.model.definitions import qualified_names, symbol_ids
from blastlens.model.signature import Parameter, Signature
from blastlens.session.session import Session

Key = tuple[str, str]  # path in the new version, qualified name without ordinals


@dataclass(frozen=True, slots=True)
class Version:
    """The definitions of one qualified name in one version of a file."""

    facts: FileFacts
    definitions: tuple[int, ...]
    arguments: Arguments

    def taken(self, *, bound: bool) -> list[Signature]:
        """What any of them takes; of a class that is made of its fields those that it declares itself."""
        out: list[Signature] = []
        for number in self.definitions:
            if not self.facts.defs[number].is_class:
                out += signatures(self.facts, number, self.arguments, bound=bound)
            elif takes_fields(self.facts, number, self.arguments):
                out.append(merged_fields((), fields(self.facts, number, self.arguments)))
        return out

    def fields(self) -> list[Parameter]:
        """The fields that a class declares itself; empty where it is not made of them."""
        number = self.definitions[-1]
        takes = self.facts.defs[number].is_class and takes_fields(self.facts, number, self.arguments)
        return fields(self.facts, number, self.arguments) if takes else []

    @property
    def is_class(self) -> bool:
        return any(self.facts.defs[number].is_class for number in self.definitions)


@dataclass(frozen=True, slots=True)
class SignatureChange:
    """`ids`: symbol ids in the new version."""

    key: Key
    old: Version
    new: Version
    ids: tuple[str, ...]


def signature_changes(versions: Iterable[tuple[TwoVersions, FileFacts, FileFacts]]) -> dict[Key, SignatureChange]:
    """What takes other arguments in the new facts of a file than in its old ones."""
    found = {}
    for file, old_facts, new_facts in versions:
        path = file.new_path
        language = language_for(path) if path is not None else None
        if path is None or language is None:
            continue
        before, after = _by_name(old_facts), _by_name(new_facts)
        ids = symbol_ids(path, new_facts)
        for name in before.keys() & after.keys():
            old = Version(old_facts, tuple(before[name]), language.arguments)
            new = Version(new_facts, tuple(after[name]), language.arguments)
            if _differ(old, new):
                key = (path, name)
                found[key] = SignatureChange(key, old, new, tuple(ids[number] for number in after[name]))
            if new.is_class:
                found |= _constructors(path, name, before, after, (old, new), ids)
    return found


def _constructors(
    path: str,
    name: str,
    before: Mapping[str, list[int]],
    after: Mapping[str, list[int]],
    classes: tuple[Version, Version],
    ids: Sequence[str],
) -> dict[Key, SignatureChange]:
    """Of a class that lost its constructor, or was given one: the class stands for what it is made by without."""
    language = language_for(path)
    found = {}
    for constructor in language.rules.forms.constructors if language is not None else ():
        own = f"{name}.{constructor}"
        old, new = before.get(own), after.get(own)
        if old and not new:
            key, was, now = (path, name), replace(classes[0], definitions=tuple(old)), classes[1]
        elif new and not old:
            key, was, now = (path, own), classes[0], replace(classes[1], definitions=tuple(new))
        else:
            continue
        found[key] = SignatureChange(key, was, now, tuple(ids[number] for number in now.definitions))
    return found


def removed_names(versions: Iterable[tuple[TwoVersions, FileFacts, FileFacts]]) -> dict[str, set[str]]:
    """By path in the new version: names of functions and classes at the top of a file that its new version has not."""
    found = {}
    for file, old_facts, new_facts in versions:
        before, after = ({name for name in _by_name(facts) if "." not in name} for facts in (old_facts, new_facts))
        if file.new_path is not None and before - after:
            found[file.new_path] = before - after
    return found


def edited_ids(versions: Iterable[tuple[TwoVersions, FileFacts, FileFacts]]) -> set[str]:
    """Symbol ids of definitions whose text is not in the old version of their file."""
    out = set()
    for file, old_facts, new_facts in versions:
        before = {row.body_hash for row in old_facts.defs}
        ids = symbol_ids(file.new_path or "", new_facts)
        out |= {ids[number] for number, row in enumerate(new_facts.defs) if row.body_hash not in before}
    return out


def removed_ids(
    files: Iterable[TwoVersions], old: Mapping[str, FileFacts], new: Mapping[str, FileFacts | None]
) -> list[str]:
    """Symbol ids of the old version that the new one has no definition for, of deleted files and others."""
    out = []
    for file in files:
        before = old.get(file.old_path or "")
        after = new.get(file.new_path or "")
        if before is not None and file.old_path is not None:
            kept = _by_name(after).keys() if after is not None and file.new_path == file.old_path else ()
            ids = symbol_ids(file.old_path, before)
            gone = [numbers for name, numbers in _by_name(before).items() if name not in kept]
            out += [ids[number] for numbers in gone for number in numbers]
    return out


def _differ(old: Version, new: Version) -> bool:
    return any(old.taken(bound=bound) != new.taken(bound=bound) for bound in (True, False))


def _by_name(facts: FileFacts) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for number, name in enumerate(qualified_names(facts)):
        row = facts.defs[number]
        if name and row.primary == number and not row.flags & (DefFlag.UNNAMED | DefFlag.PROPERTY):
            out.setdefault(name, []).append(number)
    return out


def facts_of_versions(
    session: Session, files: Iterable[TwoVersions]
) -> tuple[dict[str, FileFacts], dict[str, FileFacts | None], list[tuple[TwoVersions, FileFacts, FileFacts]]]:
    """Facts of the old sides by path, of the new sides (None: gone), and of the files that have both."""
    old: dict[str, FileFacts] = {}
    new: dict[str, FileFacts | None] = {}
    both = []
    for file in files:
        before = session.facts_of(file.old_path, file.old) if file.old_path and file.old is not None else None
        after = session.facts_of(file.new_path, file.new) if file.new_path and file.new is not None else None
        if file.old_path is not None and before is not None:
            old[file.old_path] = before
            new.setdefault(file.old_path, None)
        if file.new_path is not None and after is not None:
            new[file.new_path] = after
        if before is not None and after is not None:
            both.append((file, before, after))
    return old, new, both


def differing(session: Session, new: Mapping[str, FileFacts | None]) -> dict[str, FileFacts | None]:
    """Of the new sides those that are not what is indexed."""
    return {path: facts for path, facts in new.items() if facts is not session.facts(path)}
