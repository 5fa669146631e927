"""Methods of Python's library that leave a part of their work to other methods of the same object, which classes below define.

A name with `*` behind means all methods whose names begin so. Methods with the names of those of lists, mappings and texts are left
out (`update` of a `MutableMapping` runs `__setitem__`): every call of these names would have to be looked into.
"""

from typing import Final

_PARSES: Final = tuple(
    f"handle_{what}"
    for what in ("starttag", "startendtag", "endtag", "data", "comment", "decl", "entityref", "charref", "pi")
)

TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "threading.Thread.start": ("run",),
    "multiprocessing.process.BaseProcess.start": ("run",),
    "json.encoder.JSONEncoder.iterencode": ("default",),
    "logging.Handler.handle": ("filter", "acquire", "emit", "release"),
    "html.parser.HTMLParser.feed": _PARSES,
    "ast.NodeVisitor.visit": ("visit_*", "generic_visit"),
    "ast.NodeVisitor.generic_visit": ("visit", "visit_*"),
    "ast.NodeTransformer.generic_visit": ("visit", "visit_*"),
    "cmd.Cmd.cmdloop": ("preloop", "precmd", "onecmd", "postcmd", "postloop", "default", "emptyline", "do_*"),
    "cmd.Cmd.onecmd": ("default", "emptyline", "do_*"),
}
