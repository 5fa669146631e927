"""Commands that run tests, per runner; node ids are put to pytest itself."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import AffectedTests
from blastlens.languages.registry import language_for
from blastlens.languages.running import MOST_CHARACTERS, RunnableTest


class Files:
    """A `RunnerProject` of texts; every file of tests has one more than is asked for."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def text(self, path: str) -> str:
        return self.files.get(path, "")

    def has(self, path: str) -> bool:
        return path in self.files

    def tests_in(self, path: str) -> frozenset[tuple[str, ...]]:
        return frozenset({(path, "other")})


def lines(files: Mapping[str, str], *tests: tuple[str, ...]) -> list[str]:
    language = language_for(tests[0][0])
    assert language is not None
    wanted = [RunnableTest(path, names) for path, *rest in tests for names in [tuple(rest)]]
    return [one.line for one in language.rules.tests.commands(wanted, Files(files))]


PYTEST = {"pyproject.toml": '[project]\nname = "x"\n[tool.pytest.ini_options]\n'}
NPM = '{"scripts": {"test": "%s"}}'


@pytest.mark.parametrize(
    ("files", "tests", "expected"),
    [
        (PYTEST, [("t/test_a.py", "T", "test_b")], ["python -m pytest t/test_a.py::T::test_b"]),
        ({}, [("test_a.py", "test_b")], ["python -m pytest test_a.py::test_b"]),
        (
            {"t/test_a.py": "class T(TestCase): ..."},
            [("t/test_a.py", "T", "test_b")],
            ["python -m unittest t.test_a.T.test_b"],
        ),
        (
            {"t/test_a.py": "class TestA: ..."},
            [("t/test_a.py", "TestA", "test_b")],
            ["python -m pytest t/test_a.py::TestA::test_b"],
        ),
        (
            {"t/test_a.py": "import pytest, unittest"},
            [("t/test_a.py", "T", "t")],
            ["python -m pytest t/test_a.py::T::t"],
        ),
        (
            {"requirements-dev.txt": "pytest>=8\n"},
            [("a_test.py", "T", "test_b")],
            ["python -m pytest a_test.py::T::test_b"],
        ),
        (
            {
                "manage.py": 'setdefault("DJANGO_SETTINGS_MODULE", "x")\n',
                "app/tests.py": "from django.test import TestCase",
            },
            [("app/tests.py", "T", "test_b")],
            ["python manage.py test app.tests.T.test_b"],
        ),
        (
            {"sub/pyproject.toml": PYTEST["pyproject.toml"]},
            [("sub/t/test_a.py", "test_b"), ("test_c.py", "test_d")],
            ["(cd sub && python -m pytest t/test_a.py::test_b)", "python -m pytest test_c.py::test_d"],
        ),
        ({"go.mod": ""}, [("a_test.go", "TestA"), ("a_test.go", "TestB")], ["go test -run '^(TestA|TestB)$' ."]),
        ({"m/go.mod": ""}, [("m/p/a_test.go", "TestA")], ["(cd m && go test -run '^TestA$' ./p)"]),
        ({"go.mod": ""}, [("p/a_test.go", "Suite", "TestA")], ["go test ./p -testify.m '^TestA$'"]),
        ({"package.json": NPM % "jest"}, [("a.test.js",)], ["npx jest --runTestsByPath a.test.js"]),
        ({"package.json": NPM % "node --test"}, [("a.test.js",)], ["node --test a.test.js"]),
        ({}, [("a.test.js",)], ["node --test a.test.js"]),
        (
            {"package.json": "{}", "p/package.json": NPM % "mocha -r x", "pnpm-lock.yaml": ""},
            [("p/test/a.js",), ("p/test/b.js",)],
            ["(cd p && pnpm exec mocha test/a.js test/b.js)"],
        ),
        ({"package.json": '{"devDependencies": {"vitest": "1"}}'}, [("a.test.ts",)], ["npx vitest run a.test.ts"]),
        ({"package.json": "no json"}, [("a.test.js",)], ["node --test a.test.js"]),
        (
            {"Cargo.toml": "[workspace]", "c/Cargo.toml": '[package]\nedition = "2021"\nname = "core"\n'},
            [("c/src/a.rs", "tests", "adds"), ("c/tests/all/main.rs", "whole")],
            ["cargo test -p core -- tests::adds", "cargo test -p core --test all -- whole"],
        ),
        (
            {"pom.xml": "", "core/pom.xml": "", "mvnw": ""},
            [("core/src/test/java/a/CTest.java", "CTest", "one"), ("core/src/test/java/a/CTest.java", "CTest", "two")],
            ["./mvnw -pl core -am -Dsurefire.failIfNoSpecifiedTests=false '-Dtest=a.CTest#one+two' test"],
        ),
        (
            {"app/build.gradle.kts": "", "settings.gradle.kts": "", "gradlew": ""},
            [("app/src/test/java/a/CTest.java", "CTest", "Inner", "one")],
            ["./gradlew :app:test '--tests=a.CTest$Inner.one'"],
        ),
        ({"CMakeLists.txt": ""}, [("a_test.cc", "Suite", "Works")], ["ctest --test-dir build -R '(Suite\\.Works)$'"]),
        ({}, [("a_test.cc", "Suite", "Works")], []),
    ],
)
def test_commands_of_runners(files: dict[str, str], tests: list[tuple[str, ...]], expected: list[str]) -> None:
    assert lines(files, *tests) == expected


def test_a_long_command_is_split_and_nothing_is_lost() -> None:
    tests = [(f"tests/test_{number:05}.py", "test_it") for number in range(3000)]
    found = lines(PYTEST, *tests)
    assert len(found) > 1
    assert all(len(line) <= MOST_CHARACTERS for line in found)
    assert sum(line.count("::test_it") for line in found) == len(tests)


def test_pytest_accepts_every_id_and_collects_nothing_else(tmp_path: Path) -> None:
    files = {
        "pytest.ini": "[pytest]\n",
        "shop.py": "def price(n):\n    return n\n",
        "tests/test_shop.py": (
            "import unittest\nimport pytest\nfrom shop import price\n\n\n"
            "@pytest.mark.parametrize('n', [1, 2, 'a b'])\ndef test_each(n):\n    price(n)\n\n\n"
            "async def test_async():\n    price(1)\n\n\n"
            "class TestShop:\n    def test_one(self):\n        price(1)\n\n"
            "    class TestInner:\n        @pytest.mark.parametrize('n', [1])\n        def test_two(self, n):\n            price(n)\n\n\n"
            "class ShopTest(unittest.TestCase):\n    def test_three(self):\n        price(3)\n\n\n"
            "class MoreTest(ShopTest):\n    pass\n\n\n"
            "def test_other():\n    pass\n"
        ),
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    app = Blastlens.open(tmp_path)
    try:
        answer = app.ask(AffectedTests(symbols=("shop.py::price",)))
    finally:
        app.close()
    (command,) = answer.extra["commands"]
    arguments = command["arguments"]
    assert arguments[:3] == ["python", "-m", "pytest"]
    collected = subprocess.run(
        [sys.executable, *arguments[1:], "--collect-only", "-q", "-p", "no:cacheprovider", "-W", "ignore"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert sorted(line for line in collected if "::" in line) == [
        "tests/test_shop.py::MoreTest::test_three",
        "tests/test_shop.py::ShopTest::test_three",
        "tests/test_shop.py::TestShop::TestInner::test_two[1]",
        "tests/test_shop.py::TestShop::test_one",
        "tests/test_shop.py::test_async",
        "tests/test_shop.py::test_each[1]",
        "tests/test_shop.py::test_each[2]",
        "tests/test_shop.py::test_each[a b]",
    ]
