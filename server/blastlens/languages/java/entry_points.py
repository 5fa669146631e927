"""Code that nothing in the repository calls and that runs all the same."""

from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.rules import EntryPointRules

# Annotations that say something of a definition and let nobody call it.
_SILENT: Final = frozenset(
    """ApiStatus Beta CanIgnoreReturnValue CheckForNull CheckReturnValue Contract DoNotCall DoNotMock Experimental Generated
    GuardedBy GwtCompatible GwtIncompatible Immutable InlineMe Internal JsonIgnore NonNull Nonnull NotNull NotThreadSafe
    Nullable ParametersAreNonnullByDefault Retention Target Documented Inherited Repeatable ThreadSafe Transactional
    VisibleForTesting API Keep Incubating Since Until Data Getter Setter Builder Value ToString EqualsAndHashCode
    AllArgsConstructor NoArgsConstructor RequiredArgsConstructor Slf4j Disabled Ignore Tag DisplayName Category
    J2ktIncompatible SuppressFBWarnings Async Cacheable CacheEvict""".split()  # noqa: SIM905 - a list of words reads better as one
)

_MAIN: Final = "main"
_SERIALIZING: Final = frozenset({"readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace"})


@dataclass(frozen=True, slots=True)
class JavaEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:  # noqa: ARG002
        row = facts.defs[definition]
        if row.is_class or row.parent < 0:
            return ""
        name = facts.names[row.name]
        if name == _MAIN and row.flags & DefFlag.STATIC and len(row.params) < 2:
            return "the program starts here"
        return "called when objects are read or written" if name in _SERIALIZING else ""


ENTRY_POINTS: Final = JavaEntryPoints(
    transparent_decorators=_SILENT,
    doubts_exported=True,
    embedded_in=frozenset({".jsp", ".groovy", ".gradle", ".kt", ".scala"}),
    module_hooks=frozenset(),
    dispatched={},
    incidental_methods=frozenset({"equals", "hashCode", "toString", "compareTo", "clone", "finalize"}),
)
