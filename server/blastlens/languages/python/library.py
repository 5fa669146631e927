"""Facts about the standard library: what calls into it give back. A table of (operation, argument index).

Operations, over the values of the call's arguments: "sequence": a sequence of the elements of argument i; "element": one
element of it; "same": argument i itself; "called": a sequence of what calling argument i gives; "result": what calling argument i gives; "holder": a holder of it;
"manager": a context manager that gives it; "external": nothing of ours; "attributes": a mapping
of the attributes of argument i by name; "members": pairs of the same; others are named after their function.
"""

from typing import Final

from blastlens.languages.python.library_templates import TEMPLATES
from blastlens.languages.python.type_forms import FORMS
from blastlens.languages.rules import LibraryFacts

_CALLS: Final[dict[str, tuple[str, int]]] = {
    **{f"builtins.{name}": ("sequence", 0) for name in ("list", "set", "sorted", "frozenset", "tuple", "iter")},
    "builtins.reversed": ("reversed", 0),
    "builtins.filter": ("sequence", 1),
    "builtins.map": ("called", 0),
    "builtins.next": ("next", 0),
    "builtins.max": ("extreme", 0),
    "builtins.min": ("extreme", 0),
    "builtins.enumerate": ("enumerate", 0),
    "builtins.zip": ("zip", 0),
    "builtins.dict": ("dict", 0),
    "builtins.type": ("type", 0),
    "builtins.getattr": ("getattr", 0),
    "builtins.globals": ("names", 0),
    "builtins.__import__": ("top_module", 0),
    "builtins.vars": ("attributes", 0),
    "builtins.staticmethod": ("same", 0),
    "builtins.classmethod": ("same", 0),
    "werkzeug.local.LocalProxy": ("result", 0),
    "django.utils.functional.SimpleLazyObject": ("result", 0),
    "lazy_object_proxy.Proxy": ("result", 0),
    "wrapt.ObjectProxy": ("same", 0),
    "copy.copy": ("same", 0),
    "copy.deepcopy": ("same", 0),
    "copy.replace": ("same", 0),
    "dataclasses.replace": ("same", 0),
    "itertools.chain": ("chain", 0),
    "itertools.chain.from_iterable": ("chain", 0),
    "weakref.ref": ("holder", 0),
    "weakref.WeakMethod": ("holder", 0),
    "weakref.proxy": ("same", 0),
    "contextlib.closing": ("manager", 0),
    "contextlib.nullcontext": ("manager", 0),
    "contextlib.aclosing": ("manager", 0),
    "functools.lru_cache": ("same", 0),
    "functools.cache": ("same", 0),
    "functools.wraps": ("same", 0),
    "functools.update_wrapper": ("same", 0),
    "inspect.unwrap": ("same", 0),
    "inspect.getmembers": ("members", 0),
    "inspect.getmembers_static": ("members", 0),
    "operator.methodcaller": ("method", 0),
    "operator.attrgetter": ("attribute", 0),
    "collections.namedtuple": ("record", 0),
    "typing.NamedTuple": ("record", 0),
    "typing.TypedDict": ("record", 0),
    "typing_extensions.NamedTuple": ("record", 0),
    "typing_extensions.TypedDict": ("record", 0),
    "collections.deque": ("sequence", 0),
    "collections.defaultdict": ("defaultdict", 0),
    "collections.OrderedDict": ("dict", 0),
    "collections.ChainMap": ("dict", 0),
    "weakref.WeakValueDictionary": ("dict", 0),
    "weakref.WeakKeyDictionary": ("dict", 0),
    "weakref.WeakSet": ("sequence", 0),
    "types.MappingProxyType": ("same", 0),
    "contextvars.ContextVar": ("holder", 1),
    "typing.assert_type": ("same", 0),
    "typing.reveal_type": ("same", 0),
    "attr.evolve": ("same", 0),
    "attrs.evolve": ("same", 0),
    "asyncio.gather": ("gather", 0),
    "asyncio.create_task": ("same", 0),
    "asyncio.wait_for": ("same", 0),
    "asyncio.shield": ("same", 0),
    "asyncio.run": ("awaited", 0),
}
# Methods that give back a value of an argument whatever their receiver is.
_ANY_RECEIVER: Final[dict[str, tuple[str, int]]] = {
    "create_task": ("same", 0),
    "run_until_complete": ("awaited", 0),
    "enter_context": ("entered", 0),
    "enter_async_context": ("entered", 0),
}
_OBJECTS = (str, bytes, bytearray, list, dict, set, frozenset, int, float, tuple)
# Names that say nothing about the receiver.
_COMMON: Final = frozenset(name for kind in _OBJECTS for name in dir(kind)) | frozenset(
    """acquire callproc cancel choice choices close commit connect critical cursor debug end error exception execute
    executemany exists fetchall fetchmany fetchone fileno gauss randint randrange random sample seed shuffle uniform
    flush getLogger get_nowait getvalue group groups info isoformat log match mkdir name next now open put
    put_nowait read readline readlines recv register release result rollback run search seek send send_message set
    setLevel span start stop strftime sub task_done tell total_seconds unlink wait warning write writelines""".split()  # noqa: SIM905 - a list of words reads better as one
)

# The builtin types whose instances are literals, and what marks methods: known by name alone.
_PLAIN: Final = """bool bytearray bytes classmethod complex float int property staticmethod str super type""".split()  # noqa: SIM905 - as above
_FORM_NAMES: Final = frozenset(
    [*_PLAIN, FORMS.cast, FORMS.super_call, *(name for names in FORMS.sets_of_names() for name in names)]
)
_FORM_MODULES: Final = frozenset(
    """_collections_abc asyncio asyncio.futures asyncio.queues asyncio.tasks builtins collections collections.abc
    concurrent.futures contextlib contextvars functools queue threading typing typing_extensions weakref""".split()  # noqa: SIM905 - as above
)

LIBRARY: Final = LibraryFacts(
    calls=_CALLS,
    any_receiver=_ANY_RECEIVER,
    sequence_element=frozenset({"__getitem__", "__next__", "pop", "popleft"}),
    generator_element=frozenset({"__next__", "asend", "athrow", "send", "throw"}),
    sequence_same=frozenset({"__iter__", "copy", "difference", "intersection", "symmetric_difference", "union"}),
    mapping_value=frozenset({"__getitem__", "get", "pop", "setdefault"}),
    common_methods=_COMMON,
    dynamic={
        "exec": "runs",
        "eval": "runs",
        "__import__": "imports",
        "setattr": "sets",
        "getattr": "gets",
        "globals": "module",
        "locals": "scope",
        "vars": "scope",
        "__dict__": "table",
    },
    module_table="sys.modules",
    attribute_getters=("__getattr__", "__getattribute__"),
    module_loaders=frozenset({"importlib.import_module", "builtins.__import__"}),
    form_modules=_FORM_MODULES,
    form_names=_FORM_NAMES,
    interfaces={},
    plain_parts=frozenset(),
    awaitable="",
    containers=("builtins.list", "builtins.dict", "builtins.tuple"),
    accessor_makers=frozenset(
        {"builtins.property", "functools.cached_property", "django.utils.functional.cached_property"}
    ),
    accessor_parts=("fget", "fset", "fdel"),
    own_name="__name__",
    templates=TEMPLATES,
)
