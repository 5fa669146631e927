"""How Python hands arguments over."""

from typing import Final

from blastlens.languages.arguments import Arguments


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARGUMENTS: Final = Arguments(
    explicit_receiver=True,
    wraps=True,
    keeping=_names(
        """abstractclassmethod abstractmethod abstractstaticmethod asynccontextmanager cache classmethod contextmanager
        coroutine deprecated final lru_cache no_type_check override overload staticmethod total_ordering
        type_check_only wraps"""
    ),
    bare=_names("dataclass dataclass_transform deprecated final runtime_checkable total_ordering unique verify"),
    field_classes=_names("NamedTuple attrs dataclass dataclass_transform define frozen mutable"),
    field_calls=_names("attrib field ib Factory"),
    field_defaults=_names("default default_factory factory"),
    field_left_out="init",
    field_by_name="kw_only",
    no_fields=_names("ClassVar"),
)
