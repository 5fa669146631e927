"""Run-time edges of Django, whose tests have a runner of their own, by the truth set's collector.

usage: ENV/bin/python bench/accuracy/django_runs.py CHECKOUT TRUTH_SET OUT_PREFIX LABEL …

CHECKOUT is a copy of Django's source distribution, TRUTH_SET the folder with `dynamic_python.py`; LABELs are those of
`tests/runtests.py`. ENV has what Django needs (asgiref, sqlparse). Writes OUT_PREFIX.dyn.jsonl.
"""

import importlib
import os
import runpy
import sys
from pathlib import Path


def main() -> None:
    checkout, truth_set, prefix, *labels = sys.argv[1:]
    os.environ.update(TRUTH_REPO=checkout, TRUTH_OUT=prefix)
    tests = Path(checkout) / "tests"
    sys.path[:0] = [truth_set, str(tests), checkout]
    collector = importlib.import_module("dynamic_python")
    os.chdir(tests)
    sys.argv = ["runtests.py", "--parallel", "1", "--settings", "test_sqlite", *labels]
    collector.pytest_configure(None)
    try:
        runpy.run_path(str(tests / "runtests.py"), run_name="__main__")
    except SystemExit:
        pass  # failing tests do not matter: what ran, ran
    finally:
        collector.write()


if __name__ == "__main__":
    main()
