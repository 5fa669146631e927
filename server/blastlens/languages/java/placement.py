"""Where Java files stand: a name means its nearest namesake, so that two services of one repository do not mix."""

from collections.abc import Sequence

from blastlens.languages.java.modules import JavaModules
from blastlens.languages.rules import ModuleRef, Project, Record

_SOURCES = "src"
MANIFESTS = "manifests"  # the key under which all that manifests say is recorded


class JavaLayout:
    """The `Layout` of Java. Which package a file belongs to is said in the file, so that a dotted name is found by what the files
    say; a path only tells which of several files of one package and name is meant."""

    def __init__(self, project: Project) -> None:
        self.paths = frozenset(project.paths).difference(project.manifests)
        self._modules = JavaModules(project.manifests)

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef:  # noqa: ARG002
        """The package, or type, of this name as it is seen from a file: its path is the folder of the project that the file is
        part of, with a slash behind."""
        return ModuleRef(dotted, project_folder(importer) + "/")

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def missing(self, importer: str, level: int, dotted: str) -> str:  # noqa: ARG002
        return ""

    def files_of(self, module: ModuleRef) -> Sequence[str]:  # noqa: ARG002
        return ()

    def may_meet(self, path: str, other: str) -> bool:  # noqa: ARG002
        return True

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:
        """Of one module, or of two of which the first needs the second. Without manifests, what stands in another project is of
        another program: no program has two types of one name."""
        record(MANIFESTS)
        if project_folder(path) == project_folder(other):
            return True
        return bool(self._modules.builds_with(path, other))

    def leaves_out(self, path: str) -> bool:  # noqa: ARG002
        return False

    def beside(self, path: str) -> tuple[str, str]:  # noqa: ARG002
        return "", ""


def project_folder(path: str) -> str:
    """What stands before the folder of sources (`a/src/main/java/…` -> `a`); the file's own folder where there is none."""
    folders = path.split("/")[:-1]
    if _SOURCES in folders:
        folders = folders[: folders.index(_SOURCES)]
    return "/".join(folders)
