"""Where the time of a first index goes: CPU seconds by phase in one process, and the dearest functions of a phase.

usage: phases.py [CORPUS] [--profile extract|link] [--top N]
"""

import argparse
import cProfile
import gc
import pstats
import time
from pathlib import Path

from corpora import CORPORA, copied

from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import FileFacts
from blastlens.session.ports import Progress
from blastlens.session.session import Session


def phases(name: str) -> dict[str, float]:
    """CPU seconds of this process from one reported phase to the next, with extraction in this process too."""
    spent: dict[str, float] = {}
    with copied(name) as folder, Session.open(folder, for_bulk=True) as session:
        last = ("open", time.process_time())

        def listen(progress: Progress) -> None:
            nonlocal last
            now = time.process_time()
            spent[last[0]] = spent.get(last[0], 0.0) + now - last[1]
            last = (progress.phase, now)

        session.refresh(progress=listen, workers=0)
        spent[last[0]] = spent.get(last[0], 0.0) + time.process_time() - last[1]
    return spent


def extract_all(session: Session, folder: Path) -> dict[str, FileFacts]:
    found = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        facts = session.facts_of(name, path.read_bytes())
        if facts is not None:
            found[name] = facts
    return found


def profile(name: str, phase: str, top: int) -> None:
    """`extract`: all files through extraction and the encoding; `link`: a first index whose facts are all cached."""
    profiler = cProfile.Profile()
    with copied(name) as folder:
        if phase == "extract":
            with Session.open(folder, for_bulk=True) as session:
                gc.disable()
                profiler.enable()
                facts = extract_all(session, folder)
                for one in facts.values():
                    decode(encode(one))
                profiler.disable()
        else:
            with Session.open(folder, for_bulk=True) as session:
                session.refresh(workers=0)
            for database in (folder / ".code-graph").glob("graph.db*"):
                database.unlink()
            with Session.open(folder, for_bulk=True) as session:
                profiler.enable()
                session.refresh(workers=0)
                profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(top)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(CORPORA))
    parser.add_argument("--profile", choices=("extract", "link"))
    parser.add_argument("--top", type=int, default=30)
    given = parser.parse_args()
    if given.profile:
        profile(given.corpus, given.profile, given.top)
        return
    for phase, seconds in phases(given.corpus).items():
        print(f"{phase:<10}{seconds:8.2f} CPU s")


if __name__ == "__main__":
    main()
