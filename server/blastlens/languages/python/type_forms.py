"""What the names of Python's typing machinery mean to the evaluator."""

from typing import Final

from blastlens.languages.rules import TypeForms


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FORMS: Final = TypeForms(
    sequences=_names(
        """AbstractSet AsyncGenerator AsyncIterable AsyncIterator Collection Container Deque FrozenSet
        Generator Iterable Iterator KeysView List MutableSequence MutableSet Reversible Sequence Set
        ValuesView WeakSet deque frozenset list set"""
    ),
    generators=_names("AsyncGenerator Generator"),
    mappings=_names(
        """ChainMap Counter DefaultDict Dict Mapping MutableMapping OrderedDict WeakKeyDictionary
        WeakValueDictionary defaultdict dict"""
    ),
    unions=_names("Optional Union"),
    root="",
    boxes={},
    optional=_names("Optional"),
    literals=_names("Literal"),
    plain_types=_names("bool bytearray bytes complex float int str"),
    promoted=frozenset(
        {("bool", "int"), ("bool", "float"), ("int", "float"), ("int", "complex"), ("float", "complex")}
    ),
    texts=_names("bytearray bytes str"),
    protocols=_names("typing.Protocol typing_extensions.Protocol"),
    transparent=_names("Annotated ClassVar Final InitVar NotRequired ReadOnly Required Unpack"),
    unpacked=_names("Unpack"),
    guards=_names("TypeGuard TypeIs"),
    exact_guards=_names("TypeIs"),
    tuples=_names("Tuple tuple"),
    types=_names("Type type"),
    callables=_names("Callable"),
    awaitables=_names("Awaitable Coroutine Future Task"),
    context_managers=_names("AbstractAsyncContextManager AbstractContextManager AsyncContextManager ContextManager"),
    holders=_names("ContextVar LocalProxy Queue ReferenceType SimpleQueue local ref"),
    holder_getters=_names("get get_nowait result"),
    ignored=_names("Any Literal Never NoReturn None TypeAlias object"),
    self_types=_names("Self"),
    type_variables=_names("ParamSpec TypeVar TypeVarTuple"),
    plain_bases=_names("ABC Generic NamedTuple Protocol TypedDict object"),
    generic_functions=_names("singledispatch singledispatchmethod"),
    generic_register="register",
    partial=_names("partial partialmethod"),
    alias_modules=_names("_typeshed builtins collections t te typing typing_extensions"),
    new_types=_names("NewType"),
    metaclasses=_names("ABCMeta EnumMeta EnumType type"),
    copiers=_names("_replace"),
    named_tuples=_names("NamedTuple"),
    keyed_bases=_names("typing.TypedDict typing_extensions.TypedDict"),
    enum_prefix="enum.",
    enum_values=_names("_value_ value"),
    match_names="__match_args__",
    cast="cast",
    super_call="super",
    class_methods=_names("__class_getitem__ __init_subclass__ __new__"),
    class_receivers=_names("cls mcs"),
    instance_receivers=_names("self"),
    constructors=("__init__", "__new__"),
    language_scope="builtins.",
    namesakes=frozenset(),
    anything="",
    underlying="",
)
