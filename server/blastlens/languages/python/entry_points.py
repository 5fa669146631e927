"""Code that nothing in the repository calls and that runs all the same: what the language or a framework calls."""

from typing import Final

from blastlens.languages.rules import EntryPointRules

ENTRY_POINTS: Final = EntryPointRules(
    language_methods=r"__\w+__",
    exported="listed in __all__",
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
        """__bool__ __delattr__ __dir__ __eq__ __format__ __ge__ __gt__ __hash__ __le__ __lt__ __ne__ __reduce__
        __reduce_ex__ __repr__ __sizeof__""".split()  # noqa: SIM905
    ),
)
