"""What the names of Go's types mean; those in angle brackets the walker makes of `[]T`, `map[K]V` and `chan T`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from blastlens.languages.plain import PLAIN_FORMS, PLAIN_LIBRARY
from blastlens.languages.rules import LibraryFacts, TypeForms

FORMS: Final[TypeForms] = replace(
    PLAIN_FORMS,
    sequences=frozenset(("<slice>", "Seq")),
    mappings=frozenset(("<map>", "Seq2")),
    holders=frozenset(("Pointer",)),
    holder_getters=frozenset(("Load", "Swap")),
    awaitables=frozenset(("<chan>",)),
    promoted=frozenset((("byte", "uint8"), ("rune", "int32"))),
    plain_bases=frozenset(("comparable", "any")),
    plain_types=frozenset(("string", "int", "bool", "float64", "byte", "rune", "error")),
    underlying="underlying",
)

_INTERFACES: Final[Mapping[str, tuple[str, ...]]] = {
    "context.Context": ("Deadline", "Done", "Err", "Value"),
    "encoding.BinaryMarshaler": ("MarshalBinary",),
    "encoding.BinaryUnmarshaler": ("UnmarshalBinary",),
    "encoding.TextMarshaler": ("MarshalText",),
    "encoding.TextUnmarshaler": ("UnmarshalText",),
    "encoding/json.Marshaler": ("MarshalJSON",),
    "encoding/json.Unmarshaler": ("UnmarshalJSON",),
    "flag.Value": ("String", "Set"),
    "fmt.Formatter": ("Format",),
    "fmt.Stringer": ("String",),
    "hash.Hash": ("Write", "Sum", "Reset", "Size", "BlockSize"),
    "heap.Interface": ("Len", "Less", "Swap", "Push", "Pop"),
    "io.ByteReader": ("ReadByte",),
    "io.Closer": ("Close",),
    "io.ReadCloser": ("Read", "Close"),
    "io.ReadSeeker": ("Read", "Seek"),
    "io.ReadWriteCloser": ("Read", "Write", "Close"),
    "io.ReadWriter": ("Read", "Write"),
    "io.Reader": ("Read",),
    "io.ReaderAt": ("ReadAt",),
    "io.ReaderFrom": ("ReadFrom",),
    "io.Seeker": ("Seek",),
    "io.StringWriter": ("WriteString",),
    "io.WriteCloser": ("Write", "Close"),
    "io.Writer": ("Write",),
    "io.WriterAt": ("WriteAt",),
    "io.WriterTo": ("WriteTo",),
    "language.error": ("Error",),
    "net.Conn": ("Read", "Write", "Close", "LocalAddr", "RemoteAddr"),
    "net.Listener": ("Accept", "Close", "Addr"),
    "net/http.Handler": ("ServeHTTP",),
    "net/http.ResponseWriter": ("Header", "Write", "WriteHeader"),
    "net/http.RoundTripper": ("RoundTrip",),
    "sort.Interface": ("Len", "Less", "Swap"),
    "sync.Locker": ("Lock", "Unlock"),
}

_SAME_SLICE: Final = ("Clip", "Clone", "Compact", "CompactFunc", "Delete", "DeleteFunc", "Grow", "Insert", "Replace")
# What library functions give back: the argument itself, what it holds, or a sequence of that.
_CALLS: Final[Mapping[str, tuple[str, int]]] = {
    **dict.fromkeys(("language.append", "language.min", "language.max", "cmp.Or"), ("same", 0)),
    **dict.fromkeys((f"slices.{name}" for name in _SAME_SLICE), ("same", 0)),
    **dict.fromkeys((f"slices.{name}" for name in ("Collect", "Sorted", "SortedFunc", "Values")), ("sequence", 0)),
    **dict.fromkeys((f"slices.{name}" for name in ("Max", "MaxFunc", "Min", "MinFunc")), ("element", 0)),
    **dict.fromkeys((f"sync.{name}" for name in ("OnceFunc", "OnceValue", "OnceValues")), ("same", 0)),
    "maps.Clone": ("same", 0),
    "maps.Keys": ("sequence", 0),
}

LIBRARY: Final[LibraryFacts] = replace(
    PLAIN_LIBRARY,
    calls=_CALLS,
    interfaces=_INTERFACES,
    plain_parts=frozenset(("sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup", "time.Time")),
)
