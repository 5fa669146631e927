"""Code that nothing in the repository calls and that runs all the same: what the language or a framework calls."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.conventions import read_conventions
from blastlens.languages.lexis import HASH_LEXIS
from blastlens.languages.python.packaging import PACKAGING
from blastlens.languages.rules import EntryPointRules

_INIT: Final = "__init__"
# Methods that the standard library, and what is built like it, calls on files, sockets, processes, handlers, finders, suites, cursors.
_DUCK_METHODS: Final = frozenset(
    """read readline readlines readinto read1 readall write writelines seek tell truncate flush close closed isatty fileno detach
    readable writable seekable getvalue getbuffer send sendall sendto sendfile recv recv_into recvfrom makefile setsockopt getsockopt
    settimeout gettimeout setblocking getpeername getsockname shutdown accept bind listen connect poll wait kill terminate communicate
    send_signal join start run cancel done result set_result set_exception add_done_callback acquire release locked notify notify_all
    emit handle format formatTime formatException filter acquire createLock addFilter removeFilter log_message log_request log_error
    handle_error handle_timeout handle_request process_request finish_request verify_request server_activate server_close
    find_spec find_module load_module exec_module create_module invalidate_caches get_code get_source get_data get_filename is_package
    iter_modules addTest addTests countTestCases debug startTest stopTest startTestRun stopTestRun addSuccess addError addFailure addSkip
    addExpectedFailure addUnexpectedSuccess addSubTest addDuration loadTestsFromTestCase loadTestsFromModule loadTestsFromName discover
    cursor execute executemany fetchone fetchmany fetchall commit rollback callproc nextset keys values items get pop update copy
    connection_made connection_lost data_received eof_received datagram_received error_received pause_writing resume_writing
    get_extra_info is_closing write_eof can_write_eof abort feed feed_data feed_eof handle_starttag handle_endtag handle_data
    handle_DATA handle_MAIL handle_RCPT handle_HELO handle_EHLO handle_startendtag handle_comment handle_entityref handle_charref startElement endElement characters startDocument endDocument
    utcoffset dst tzname fromutc localize normalize encode decode reset getstate setstate convert get_type get_help
    default object_hook visit generic_visit mro register throw asend athrow aclose persistent_id persistent_load reducer_override
    getheader getheaders info geturl getcode msg http_open https_open http_request http_response""".split()  # noqa: SIM905
)
_PLAIN_METACLASSES: Final = frozenset(
    {"ABCMeta", "EnumMeta", "EnumType", "type", "namedtuple", "NamedTuple", "TypedDict", ""}
)
_MAIN: Final = "__main__"


@dataclass(frozen=True, slots=True)
class PythonEntryPoints(EntryPointRules):
    def waits(self, path: str, facts: FileFacts, has: Callable[[str], bool]) -> bool:
        """A module in a package does, unless it says what to do as a program; a file in no package may be a program, whatever it
        does. A package's own file with nothing in it only makes the folder a package."""
        folder, _, name = path.rpartition("/")
        if name.partition(".")[0] == _INIT:
            return bool(facts.defs)
        return name.partition(".")[0] != _MAIN and _MAIN not in facts.names and has(f"{folder}/{_INIT}.py")

    def knows_subclasses(self, base: str) -> bool:
        """The standard library's do not."""
        return base.partition(".")[0] not in sys.stdlib_module_names and "." in base

    def keeps_classes(self, metaclass: str) -> bool:
        return metaclass.rpartition(".")[2] not in _PLAIN_METACLASSES

    def other_spellings(self, owner: str, name: str) -> Iterator[str]:
        """Of names of a class that are its own."""
        if name.startswith("__") and not name.endswith("__"):
            yield f"_{owner.lstrip('_')}{name}"

    def beside(self, path: str) -> Iterator[str]:
        """The packages around a module."""
        folder = path.rpartition("/")[0]
        while folder:
            yield f"{folder}/{_INIT}.py"
            folder = folder.rpartition("/")[0]

    def module_names(self, path: str) -> Iterator[str]:
        stem = path[: path.rfind(".")].removesuffix(f"/{_INIT}")
        parts = stem.split("/")
        yield from (".".join(parts[start:]) for start in range(len(parts)))


ENTRY_POINTS: Final = PythonEntryPoints(
    language_methods=r"__\w+__",
    constructors=frozenset({"__init__", "__new__", "__post_init__"}),
    exported="listed in __all__",
    packaging=PACKAGING,
    conventions=partial(read_conventions, "blastlens.languages.python"),
    spelled_paths=True,
    lexis=HASH_LEXIS,
    duck_methods=_DUCK_METHODS,
    embedded_in=frozenset({".ipynb", ".pyx", ".pxd", ".pxi", ".pyw"}),
    transparent_decorators=frozenset(
        """abstractmethod abstractproperty asynccontextmanager attrs cache cached cached_property classmethod
        classproperty contextmanager dataclass dataclasses define deleter deprecated final frozen getter
        expectedFailure lru_cache no_type_check overload override property pytest.mark runtime_checkable s setter
        singledispatch singledispatchmethod skip skipIf skipUnless staticmethod total_ordering wraps""".split()  # noqa: SIM905 - a list of words reads better as one
    ),
    module_hooks=frozenset({"__getattr__", "__dir__"}),
    dispatched={
        "ast.NodeVisitor": ("visit_",),
        "cmd.Cmd": ("do_", "help_", "complete_"),
        "http.server.BaseHTTPRequestHandler": ("do_",),
        "urllib.request.BaseHandler": ("http_", "https_", "ftp_", "default_", "unknown_"),
    },
    incidental_methods=frozenset(
        """__bool__ __contains__ __delattr__ __delete__ __dir__ __eq__ __format__ __ge__ __gt__ __hash__ __le__ __lt__ __ne__
        __reduce__ __reduce_ex__ __repr__ __set__ __sizeof__ __str__""".split()  # noqa: SIM905
    ),
)
