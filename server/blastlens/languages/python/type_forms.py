"""What the names of Python's typing machinery mean to the evaluator. Matched by the last component of an external name."""

from typing import Final

SEQUENCES: Final = frozenset(
    [
        "list",
        "List",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Generator",
        "AsyncIterator",
        "AsyncIterable",
        "AsyncGenerator",
        "Collection",
        "deque",
        "Deque",
        "AbstractSet",
        "MutableSet",
        "KeysView",
        "ValuesView",
        "Reversible",
        "Container",
    ]
)
MAPPINGS: Final = frozenset(
    [
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "defaultdict",
        "DefaultDict",
        "OrderedDict",
        "WeakKeyDictionary",
        "WeakValueDictionary",
        "ChainMap",
        "Counter",
    ]
)
UNIONS: Final = frozenset({"Optional", "Union"})
TRANSPARENT: Final = frozenset(
    {"Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar", "TypeGuard", "TypeIs"}
)
TUPLES: Final = frozenset({"tuple", "Tuple"})
TYPES: Final = frozenset({"type", "Type"})
CALLABLES: Final = frozenset({"Callable"})
AWAITABLES: Final = frozenset({"Awaitable", "Coroutine", "Future", "Task"})
CONTEXT_MANAGERS: Final = frozenset(
    {"ContextManager", "AbstractContextManager", "AsyncContextManager", "AbstractAsyncContextManager"}
)
# Generic holders: calling them, or get()/result(), gives the held value.
HOLDERS: Final = frozenset({"ContextVar", "ReferenceType", "ref", "Queue", "SimpleQueue", "LocalProxy", "local"})
HOLDER_GETTERS: Final = frozenset({"get", "result", "get_nowait"})
IGNORED: Final = frozenset({"Any", "object", "None", "NoReturn", "Never", "Literal"})
SELF_TYPES: Final = frozenset({"Self"})
TYPE_VARIABLES: Final = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})
# Bases that add no members worth following: a class below only these still counts as fully known.
PLAIN_BASES: Final = frozenset({"Generic", "Protocol", "object", "NamedTuple", "TypedDict", "ABC"})
ENUM_MODULE: Final = "enum."
CAST: Final = "cast"
PARTIAL: Final = frozenset({"partial", "partialmethod"})
# An external generic that is subscripted becomes a type alias only when it comes from one of these.
ALIAS_MODULES: Final = frozenset({"typing", "typing_extensions", "builtins", "collections", "t", "te", "_typeshed"})
