"""What runs although nothing in the repository calls it."""

from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import Def, DefFlag, Extend, FileFacts
from blastlens.languages.entry_rules import EntryPointRules
from blastlens.model.definitions import last_name

_MAIN: Final = "main"
# Traits whose methods the language, its library and what is near to it call.
_OF_LIBRARIES: Final = frozenset(
    """Add AddAssign Any AsMut AsRef AsyncRead AsyncWrite Binary BitAnd BitOr BitXor Borrow BorrowMut BufRead Clone Debug Default
    Deref DerefMut Deserialize Deserializer Display Div DivAssign DoubleEndedIterator Drop Eq Error ExactSizeIterator Extend Fn
    FnMut FnOnce From FromIterator FromStr Future Hash Hasher Index IndexMut Into IntoFuture IntoIterator Iterator LowerHex Mul
    MulAssign Neg Not Octal Ord PartialEq PartialOrd Product Read Rem Seek Serialize Serializer Service Shl Shr Sink Stream Sub
    SubAssign Sum Termination ToOwned ToString TryFrom TryInto UpperHex Visitor Write""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class RustEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:  # noqa: ARG002
        row = facts.defs[definition]
        if facts.names[row.name] == _MAIN and row.parent < 0 and row.member_of < 0 and not row.is_class:
            return "the program starts here"
        if row.flags & DefFlag.EXPORTED:
            return "exported by its crate"
        return "called through a trait of a library" if not row.is_class and _is_of_library(facts, row) else ""


def _is_of_library(facts: FileFacts, row: Def) -> bool:
    """Whether a function stands in the implementation of a trait that libraries call."""
    scope = facts.contexts[row.ctx][0]
    return any(
        one.kind == Extend.BASE and facts.contexts[one.ctx][0] == scope and last_name(facts, one.a) in _OF_LIBRARIES
        for one in facts.extensions
    )


ENTRY_POINTS: Final = RustEntryPoints(
    transparent_decorators=frozenset(),
    module_hooks=frozenset(),
    dispatched={},
    incidental_methods=frozenset(("fmt", "clone", "eq", "hash", "drop", "default")),
)
