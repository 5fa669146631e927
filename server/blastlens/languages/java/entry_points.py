"""Code that nothing in the repository calls and that runs all the same."""

from typing import Final

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

ENTRY_POINTS: Final = EntryPointRules(
    transparent_decorators=_SILENT,
    module_hooks=frozenset(),
    dispatched={},
    incidental_methods=frozenset({"equals", "hashCode", "toString", "compareTo", "clone", "finalize"}),
)
