"""How many files an edit links again: bodies, signatures, names, imports, in a corpus of each language.

usage: relink.py [CORPUS …]

Each edit is made on the indexed copy, refreshed, counted and taken back. A callee's body is nobody else's business; a
signature that changes no result neither; a name is that of those who read it. `readers`: other files that name what is
edited, the most that could have to be linked again.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from corpora import copied
from measuring import blastlens, run

from blastlens.app.api import Blastlens


class Edit(NamedTuple):
    """`old` is replaced by `new` in `path`, once. `name`: what is edited."""

    corpus: str
    what: str
    path: str
    name: str
    old: str
    new: str


_GSON = "gson/src/main/java/com/google/gson/internal/Primitives.java"
EDITS = (
    Edit("django", "body", "django/utils/text.py", "slugify", "    value = str(value)\n    if allow_unicode:", "    value = str(value)\n    kept = len(value)\n    if allow_unicode:"),
    Edit("django", "signature", "django/utils/text.py", "slugify", "def slugify(value, allow_unicode=False):", "def slugify(value, allow_unicode=False, sep='-'):"),
    Edit("django", "rename", "django/utils/text.py", "slugify", "def slugify(value", "def slugged(value"),
    Edit("django", "import", "django/template/defaultfilters.py", "slugify", "from django.utils.text import slugify as _slugify\n", ""),
    Edit("hono", "body", "src/compose.ts", "compose", "    let index = -1\n", "    let index = -1\n    let seen = 0\n"),
    Edit("hono", "signature", "src/compose.ts", "compose", "  onNotFound?: NotFoundHandler<E>\n)", "  onNotFound?: NotFoundHandler<E>,\n  limit?: number\n)"),
    Edit("hono", "rename", "src/compose.ts", "compose", "export const compose = <", "export const composed = <"),
    Edit("hono", "import", "src/hono-base.ts", "compose", "import { compose } from './compose'\n", ""),
    Edit("cobra", "body", "args.go", "NoArgs", "func NoArgs(cmd *Command, args []string) error {\n", "func NoArgs(cmd *Command, args []string) error {\n\t_ = len(args)\n"),
    Edit("cobra", "signature", "args.go", "NoArgs", "func NoArgs(cmd *Command, args []string) error {", "func NoArgs(cmd *Command, args ...string) error {"),
    Edit("cobra", "rename", "args.go", "NoArgs", "func NoArgs(", "func WithoutArgs("),
    Edit("cobra", "import", "args.go", "strings", '\t"strings"\n', ""),
    Edit("gson", "body", _GSON, "isPrimitive", "    return type instanceof Class<?> && ((Class<?>) type).isPrimitive();", "    boolean known = type instanceof Class<?>;\n    return known && ((Class<?>) type).isPrimitive();"),
    Edit("gson", "signature", _GSON, "isPrimitive", "isPrimitive(Type type)", "isPrimitive(Object type)"),
    Edit("gson", "rename", _GSON, "isPrimitive", "boolean isPrimitive(Type type)", "boolean isOfPrimitive(Type type)"),
    Edit("gson", "import", "gson/src/main/java/com/google/gson/Gson.java", "Primitives", "import com.google.gson.internal.Primitives;\n", ""),
    Edit("ripgrep", "body", "crates/globset/src/pathutil.rs", "file_name", "    if path.is_empty() {\n", "    let _ = path.len();\n    if path.is_empty() {\n"),
    Edit("ripgrep", "signature", "crates/globset/src/pathutil.rs", "file_name", "fn file_name<'a>(path: &Cow<'a, [u8]>)", "fn file_name<'a>(path: &Cow<'a, [u8]>, _deep: bool)"),
    Edit("ripgrep", "rename", "crates/globset/src/pathutil.rs", "file_name", "fn file_name<'a>(path", "fn last_name<'a>(path"),
    Edit("ripgrep", "import", "crates/globset/src/lib.rs", "file_name", "    pathutil::{file_name, file_name_ext, normalize_path},\n", "    pathutil::{file_name_ext, normalize_path},\n"),
    Edit("libuv", "body", "src/strscpy.c", "uv__strscpy", "  size_t i;\n", "  size_t i;\n  size_t kept;\n"),
    Edit("libuv", "signature", "src/strscpy.c", "uv__strscpy", "uv__strscpy(char* d, const char* s, size_t n)", "uv__strscpy(char* d, const char* s, size_t n, int all)"),
    Edit("libuv", "rename", "src/strscpy.c", "uv__strscpy", "ssize_t uv__strscpy(", "ssize_t uv__copied("),
    Edit("libuv", "import", "src/strscpy.c", "strscpy.h", '#include "strscpy.h"\n', ""),
)  # fmt: skip


def rows(corpus: str) -> Iterator[tuple[Edit, int, int, int]]:
    """Each edit with the files extracted and linked again, and those that name what it edits."""
    with copied(corpus) as folder:
        run(blastlens("index", "."), folder)
        app = Blastlens.open(folder, resident=True)
        try:
            for edit in (each for each in EDITS if each.corpus == corpus):
                file = folder / edit.path
                text = file.read_text(encoding="utf-8")
                if text.count(edit.old) != 1:
                    raise SystemExit(
                        f"{edit.path} of {corpus}: what is to be replaced stands there {text.count(edit.old)} times"
                    )
                file.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
                done = app.refresh([edit.path])
                file.write_text(text, encoding="utf-8")
                app.refresh([edit.path])
                yield edit, len(done.extracted), len(done.relinked), _readers(folder, edit)
        finally:
            app.close()


def _readers(folder: Path, edit: Edit) -> int:
    suffixes = {".h", Path(edit.path).suffix}
    others = (path for path in folder.rglob("*") if path.suffix in suffixes and path != folder / edit.path)
    return sum(edit.name.encode() in path.read_bytes() for path in others if path.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS")
    given = parser.parse_args()
    print("| corpus | edit | of | extracted | linked again | other files that name it |\n" + "| --- " * 6 + "|")
    for corpus in given.corpora or dict.fromkeys(edit.corpus for edit in EDITS):
        for edit, extracted, relinked, readers in rows(corpus):
            print(f"| {corpus} | {edit.what} | `{edit.name}` | {extracted} | {relinked} | {readers} |", flush=True)


if __name__ == "__main__":
    main()
