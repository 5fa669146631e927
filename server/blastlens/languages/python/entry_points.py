"""Code that nothing in the repository calls and that runs all the same: what the language, a framework or an installer calls."""

from typing import Final

# Decorators that hand back the function to be called by its own name: they register nothing.
TRANSPARENT: Final = frozenset(
    [
        "property",
        "cached_property",
        "classproperty",
        "staticmethod",
        "classmethod",
        "abstractmethod",
        "abstractproperty",
        "overload",
        "override",
        "final",
        "wraps",
        "lru_cache",
        "cache",
        "contextmanager",
        "asynccontextmanager",
        "dataclass",
        "dataclasses",
        "total_ordering",
        "singledispatch",
        "singledispatchmethod",
        "setter",
        "getter",
        "deleter",
        "no_type_check",
        "runtime_checkable",
        "deprecated",
        "cached",
        "define",
        "attrs",
        "frozen",
        "s",
    ]
)

MODULE_HOOKS: Final = frozenset({"__getattr__", "__dir__"})


def registers(dotted: str) -> bool:
    """Whether a decorator of this (last) name may keep the function for somebody to call."""
    return dotted.rpartition(".")[2] not in TRANSPARENT
