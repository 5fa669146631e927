"""How TypeScript writes an interface."""

from collections.abc import Iterator
from typing import Any, Final

from blastlens.languages.interface import Edit, Head, InterfaceForm, whole_head

_KEPT: Final = ("get", "set")  # words before a name that an interface has too
_PATTERNS: Final = ("object_pattern", "array_pattern")


def _head(node: Any, name: Any) -> Head | None:
    """Of a field what the class says of it. What a method leaves to be inferred is asked of the class, since an interface infers
    nothing; a parameter with an initial value need not be given."""
    head = whole_head(node, name)
    parameters = node.child_by_field_name("parameters")
    if head is None or parameters is None:
        told = node.child_by_field_name("type")
        end = name.end_byte if told is None else told.end_byte
        text = f": {_type_of(node, name)}" if told is None else ""
        return Head(name.start_byte, end, (Edit(end, end, text),))
    before = [one for one in node.children if one.end_byte <= name.start_byte and one.type not in _KEPT]
    edits = [*head.edits, *(Edit(one.start_byte, one.end_byte) for one in before)]
    edits += _parameters(node, name, parameters)
    if node.child_by_field_name("return_type") is None and not _has(node, "set"):
        result = _type_of(node, name)
        result = result if _has(node, "get") else f"ReturnType<{result}>"
        edits.append(Edit(parameters.end_byte, parameters.end_byte, f": {result}"))
    return head._replace(edits=tuple(edits))


def _has(node: Any, word: str) -> bool:
    return any(one.type == word for one in node.children)


def _type_of(node: Any, name: Any) -> str:
    """The type of a member, as its class has it."""
    above = node.parent
    while above is not None and above.child_by_field_name("name") is None:
        above = above.parent
    if above is None:
        return "unknown"
    owner = above.child_by_field_name("name").text.decode("utf-8", "replace")
    generic = above.child_by_field_name("type_parameters")
    if _has(node, "static"):
        owner = f"(typeof {owner})"
    elif generic is not None:
        names = [one.child_by_field_name("name") for one in generic.named_children]
        owner += f"<{', '.join(one.text.decode('utf-8', 'replace') for one in names if one is not None)}>"
    return f'{owner}["{name.text.decode("utf-8", "replace")}"]'


def _parameters(node: Any, name: Any, parameters: Any) -> Iterator[Edit]:
    every = [one for one in parameters.named_children if one.type.endswith("_parameter")]
    this = any((pattern := one.child_by_field_name("pattern")) is not None and pattern.type == "this" for one in every)
    needed = [at for at, one in enumerate(every) if _is_needed(one)]
    for at, one in enumerate(every):
        pattern, value = one.child_by_field_name("pattern"), one.child_by_field_name("value")
        if pattern is None:
            continue
        if pattern.type in _PATTERNS:
            yield Edit(pattern.start_byte, pattern.end_byte, f"given{at + 1}")
        told = one.child_by_field_name("type")
        if value is not None:
            if at > max(needed, default=-1):
                yield Edit(pattern.end_byte, pattern.end_byte, "?")
            last = pattern if told is None else told
            yield Edit(last.end_byte, value.end_byte)
        if told is None and pattern.type != "rest_pattern":
            type_of = _type_of(node, name)
            asked = type_of if _has(node, "set") else f"Parameters<{type_of}>[{at - this}]"
            yield Edit(one.end_byte, one.end_byte, f": {asked}")


def _is_needed(parameter: Any) -> bool:
    pattern = parameter.child_by_field_name("pattern")
    rest = pattern is not None and pattern.type == "rest_pattern"
    return parameter.type == "required_parameter" and parameter.child_by_field_name("value") is None and not rest


INTERFACE: Final = InterfaceForm("interface {name} {{", "  {head};", "}}", head=_head, statics="Static", generic=True)
