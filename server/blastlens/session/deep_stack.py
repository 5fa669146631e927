"""Running deep recursion safely: linking evaluates access paths recursively, up to some hundred Python frames deep."""

import sys
import threading
from collections.abc import Callable
from typing import Final, TypeVar

STACK_BYTES: Final = 256 << 20  # address space only; pages are taken as they are used
RECURSION_LIMIT: Final = 20_000

T = TypeVar("T")


def run_deep(work: Callable[[], T]) -> T:
    """Run `work` in a thread with a large stack and recursion limit, and wait for it. What it raises is raised here."""
    results: list[T] = []
    errors: list[BaseException] = []

    def body() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    limit = sys.getrecursionlimit()
    size = threading.stack_size(STACK_BYTES)
    try:
        sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
        thread = threading.Thread(target=body, name="deep-stack")
        thread.start()
        threading.stack_size(size)
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]
