"""Imports of what is read as a type alone: told from the text, and written as `import type`."""

from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import ImportFlag
from blastlens.languages.protocol import Language
from blastlens.languages.typed_imports import lines_of
from blastlens.languages.typescript.import_type import for_types_alone
from blastlens.languages.typescript.language import JAVASCRIPT, TSX, TYPESCRIPT

IMPORT = 'import { T } from "./t";\n'


def erasable(text: str, language: Language = TYPESCRIPT) -> list[str]:
    facts = extract(language, text.encode())
    return [facts.names[row.alias] for row in facts.imports if row.flags & ImportFlag.ERASABLE]


@pytest.mark.parametrize(
    "use",
    [
        "let x: T;",
        "const x = y as T, z = <Array<T>>y, a = y satisfies T;",
        "function f<U extends T>(a: T, b?: T[]): asserts a is T {}",
        "class A implements T, B<T> { p: T; }",
        "interface A extends T { m(): T }",
        "type A = typeof T; type B = typeof T.x; type C = T.Inner; type D = import('./t').T;",
        "new Map<string, T>(); f<T>();",
        "x.T = { T: 1, y: x.T }; // T",
        "const s = 'T'; export type { T };",
        "export { type T };",
        "",
    ],
)
def test_a_name_that_only_types_need(use: str) -> None:
    assert erasable(IMPORT + use) == ["T"]


@pytest.mark.parametrize(
    "use",
    [
        "T();",
        "new T();",
        "class A extends T {}",
        "const a = { T };",
        "const a = `${T}`;",
        "export { T };",
        "export default T;",
        "if (x instanceof T || typeof T === y) {}",
        "@T class A {}",
        "T.x = 1;",
        "let x: T = T.make();",
        "let x: T; function f(T) {}",
        "let x: T; let y = ;",
    ],
)
def test_a_name_that_is_read_or_may_be(use: str) -> None:
    assert erasable(IMPORT + use) == []


def test_javascript_leaves_nothing_out() -> None:
    assert erasable(IMPORT, JAVASCRIPT) == []


def test_elements_read_their_names_and_factories() -> None:
    text = 'import { A, B, h, React } from "./t";\nconst a = <A b={1 as B}/>;\n'
    assert erasable(text, TSX) == ["B"]
    assert erasable("/** @jsx make */\n" + text.replace("h,", "make,"), TSX) == []


def typed(source: str, line: int = 1) -> str | None:
    facts = extract(TYPESCRIPT, source.encode())
    edits, _ = for_types_alone(source, line, facts)
    if not edits:
        return None
    lines = lines_of(source)
    for one in edits:
        lines[one.first - 1 : one.end - 1] = [one.text]
    after = "".join(lines)
    found = extract(TYPESCRIPT, after.encode())
    assert not found.problems
    assert all(row.flags & ImportFlag.TYPE_ONLY for row in found.imports)
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('import { A, B as C } from "./x";\n', 'import type { A, B as C } from "./x";\n'),
        ('import {\n  A,\n  B,\n} from "./x"\n', 'import type {\n  A,\n  B,\n} from "./x"\n'),
        ('import * as ns from "./x";\n', 'import type * as ns from "./x";\n'),
        ('import D from "./x"; // why\n', 'import type D from "./x"; // why\n'),
        ('import D, { A } from "./x";\r\n', 'import type D from "./x";\r\nimport type { A } from "./x";\r\n'),
        ('import D, * as ns from "./x"', 'import type D from "./x"\nimport type * as ns from "./x"'),
        ('import { A, type B, type C as D } from "./x";\n', 'import type { A, B, C as D } from "./x";\n'),
        ('import x = require("./x");\n', 'import type x = require("./x");\n'),
        ('import {\u2028 A } from "./é/x";\n', 'import type {\u2028 A } from "./é/x";\n'),
    ],
)
def test_it_is_written_as_an_import_of_types(before: str, after: str) -> None:
    assert typed(before) == after


@pytest.mark.parametrize(
    "source",
    [
        'import { A, b } from "./x";\nb();\n',
        'import "./x";\n',
        'import {} from "./x";\n',
        'import { A /* why */ } from "./x";\n',
        'import A from "./x.json" with { type: "json" };\n',
        'import { A } from "./a"; import { B } from "./b";\n',
        'import { type as A, type B, C } from "./x";\n',
        "let x = 1;\n",
    ],
)
def test_it_is_left_where_that_is_not_proved(source: str) -> None:
    assert typed(source) is None


def test_a_cycle_of_types_is_broken_where_the_project_keeps_such_imports(tmp_path: Path) -> None:
    (tmp_path / "tsconfig.json").write_text('{ "compilerOptions": { "verbatimModuleSyntax": true } }', "utf-8")
    a = 'import { B } from "./b";\nexport class A {\n  b?: B;\n}\n'
    (tmp_path / "a.ts").write_text(a, "utf-8")
    (tmp_path / "b.ts").write_text(
        a.replace("B", "C").replace("A", "B").replace("C", "A").replace("./b", "./a"), "utf-8"
    )
    app = Blastlens.open(tmp_path)
    try:
        (finding,) = [one for one in app.findings() if one.code == "import-cycle"]
        text = (tmp_path / finding.file).read_bytes()
        (mending,) = [one for one in app.actions_for(finding, text) if one.changes and one.preferred]
        (change,) = mending.changes
        (tmp_path / finding.file).write_text(change.text + text.decode().partition("\n")[2], "utf-8")
        app.refresh()
        assert change.text.startswith("import type {")
        assert "import-cycle" not in {one.code for one in app.findings()}
    finally:
        app.close()
