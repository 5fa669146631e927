"""Maven or Gradle, whichever build file is nearest."""

from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.languages.running import (
    RunCommand,
    RunnableTest,
    RunnerProject,
    commands_of,
    grouped,
    in_parts,
    inside,
    nearest_with,
    placed,
    within,
)

_GRADLE: Final = ("build.gradle", "build.gradle.kts")
_SOURCES: Final = (
    "src/test/java/",
    "src/it/java/",
    "src/integrationTest/java/",
    "src/androidTest/java/",
    "src/main/java/",
)
_ROOM: Final = 20_000


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """One command a module, run at the top of the build where a wrapper or a build file of several modules is."""
    by_module = placed(tests, lambda path: nearest_with(project, path, "pom.xml", *_GRADLE))
    for module, some in by_module.items():
        if module is None:
            continue
        if project.has(inside(module, "pom.xml")):
            yield from _maven(module, some, project)
        else:
            yield from _gradle(module, some, project)


def _maven(module: str, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """`Class#one+two`, as surefire takes them."""
    top = "" if project.has("pom.xml") else module
    program = "./mvnw" if project.has(inside(top, "mvnw")) else "mvn"
    inner = within(module, top) if module != top else ""
    part = ("-pl", inner, "-am", "-Dsurefire.failIfNoSpecifiedTests=false") if inner else ()
    by_class = grouped(tests, lambda one: _class_of(one, "$", module))
    patterns = [f"{name}#{'+'.join(dict.fromkeys(one.names[-1] for one in some))}" for name, some in by_class.items()]
    sizes = dict(zip(patterns, map(len, by_class.values()), strict=True))
    for few in in_parts(patterns, _ROOM):
        line = (program, *part, f"-Dtest={','.join(few)}", "test")
        yield RunCommand("maven", top, line, sum(sizes[one] for one in few))


def _gradle(module: str, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    wrapper = nearest_with(project, inside(module, "build.gradle"), "gradlew", "settings.gradle", "settings.gradle.kts")
    top = module if wrapper is None else wrapper
    program = "./gradlew" if project.has(inside(top, "gradlew")) else "gradle"
    inner = within(module, top) if module != top else ""
    task = f":{inner.replace('/', ':')}:test" if inner else "test"
    targets = [(f"--tests={_class_of(one, '$', module)}.{one.names[-1]}", 1) for one in tests]
    yield from commands_of("gradle", top, (program, task), targets)


def _class_of(test: RunnableTest, nested: str, module: str) -> str:
    """The full name of a test's class: its package is the folder below the folder of sources."""
    path = within(test.file, module)
    for sources in _SOURCES:
        path = path.removeprefix(sources)
    package = path.rpartition("/")[0].replace("/", ".")
    name = nested.join(test.names[:-1])
    return f"{package}.{name}" if package else name
