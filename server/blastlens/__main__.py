"""`python -m blastlens`. What an old Python reads of this file must be valid there, so that it can say what is wrong."""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - pip checks what is installed, nobody what is run from a folder
        version = ".".join(str(part) for part in sys.version_info[:2])
        sys.stderr.write("blastlens: Python 3.11 or newer is needed, and " + sys.executable + " is " + version)
        sys.stderr.write(" - start it with a newer one (VS Code: blastlens.server.pythonPath)\n")
        sys.exit(2)
    from blastlens.faces.cli.main import end

    end()
