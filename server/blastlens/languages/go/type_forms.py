"""What the names of Go's types mean; those in angle brackets the walker makes of `[]T`, `map[K]V` and `chan T`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from blastlens.languages.plain import PLAIN_FORMS, PLAIN_LIBRARY
from blastlens.languages.rules import LibraryFacts, TypeForms

FORMS: Final[TypeForms] = replace(
    PLAIN_FORMS,
    sequences=frozenset(("<slice>",)),
    mappings=frozenset(("<map>",)),
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

LIBRARY: Final[LibraryFacts] = replace(
    PLAIN_LIBRARY,
    calls={"language.append": ("same", 0), "language.min": ("same", 0), "language.max": ("same", 0)},
    interfaces=_INTERFACES,
    plain_parts=frozenset(("sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup", "time.Time")),
)
