"""What the names of Rust's types mean; `<slice>` the walker makes of `[T]` and `[T; N]`."""

from dataclasses import replace
from typing import Final

from blastlens.languages.plain import PLAIN_FORMS, PLAIN_LIBRARY, PLAIN_PROTOCOLS
from blastlens.languages.rules import LibraryFacts, Protocols, TypeForms

ANYTHING: Final = "<any>"
LIBRARY_MODULE: Final = "std"
_SEQUENCES: Final = frozenset(
    """<slice> Vec VecDeque BinaryHeap HashSet BTreeSet LinkedList Iterator IntoIterator DoubleEndedIterator ExactSizeIterator
    FusedIterator Peekable Rev Iter IterMut IntoIter Drain IndexSet SmallVec ArrayVec""".split()  # noqa: SIM905
)
_TRANSPARENT: Final = frozenset(
    """Box Rc Arc Cow RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Pin ManuallyDrop MaybeUninit NonNull Wrapping
    Reverse PhantomData""".split()  # noqa: SIM905
)

FORMS: Final[TypeForms] = replace(
    PLAIN_FORMS,
    language_scope=LIBRARY_MODULE + ".",
    sequences=_SEQUENCES,
    transparent=_TRANSPARENT,
    awaitables=frozenset(("Future", "BoxFuture", "LocalBoxFuture", "IntoFuture")),
    anything=ANYTHING,
    namesakes=frozenset(("Result", "Option", "HashMap", "BTreeMap", "IndexMap")),
)

LIBRARY: Final[LibraryFacts] = replace(
    PLAIN_LIBRARY,
    form_modules=frozenset((LIBRARY_MODULE,)),
    form_names=_SEQUENCES | _TRANSPARENT | FORMS.awaitables,
    containers=(LIBRARY_MODULE + ".Iterator", "", ""),
)

PROTOCOLS: Final[Protocols] = replace(
    PLAIN_PROTOCOLS,
    operators={
        "+": (("add",), ("",)),
        "-": (("sub",), ("",)),
        "*": (("mul",), ("",)),
        "/": (("div",), ("",)),
        "%": (("rem",), ("",)),
        "&": (("bitand",), ("",)),
        "|": (("bitor",), ("",)),
        "^": (("bitxor",), ("",)),
        "<<": (("shl",), ("",)),
        ">>": (("shr",), ("",)),
    },
    unary={"-": "neg", "!": "not"},
    iterate=("into_iter",),
    step="?next",
    get_item="index",
)
