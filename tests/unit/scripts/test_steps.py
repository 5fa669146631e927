"""The steps of `scripts/test`: how the run ends is what the steps say, whatever runs beside them."""

import subprocess
import time
from pathlib import Path

import pytest

STEPS = Path(__file__).parents[3] / "scripts/steps.sh"


def run(script: str) -> subprocess.CompletedProcess[str]:
    """What a script of steps prints, and its exit code."""
    whole = f'set -euo pipefail\nsource "{STEPS}"\n{script}\nfinish\n'
    return subprocess.run(["bash", "-c", whole], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("steps", "code", "last"),
    [
        ("step one true", 0, "All steps passed"),
        ("step one false; step two true", 1, "FAILED: one;"),
        ("step one false; step two false", 1, "FAILED: one; two;"),
    ],
)
@pytest.mark.parametrize(
    "beside",
    ["", 'true & process=$!; wait "$process"; stop_when_done "$process"', 'sleep 50 & stop_when_done "$!"'],
    ids=["nothing beside", "ended before", "still running"],
)
def test_only_the_steps_decide_how_the_run_ends(steps: str, code: int, last: str, beside: str) -> None:
    ended = run(f"{beside}\n{steps}")
    assert (ended.returncode, last in ended.stdout) == (code, True), ended


def test_what_runs_beside_is_ended_with_the_script(tmp_path: Path) -> None:
    ended = run(f"""
        (trap 'echo ended; exit' TERM; echo started; sleep 50 >/dev/null 2>&1 & wait) >{tmp_path}/said 2>/dev/null &
        stop_when_done "$!"
        until [ -s {tmp_path}/said ]; do sleep 0.05; done""")
    assert ended.returncode == 0, ended
    deadline = time.monotonic() + 30
    while "ended" not in (tmp_path / "said").read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (tmp_path / "said").read_text().split() == ["started", "ended"]


def test_what_was_made_for_the_run_is_removed(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    assert run(f"remove_when_done {made}\nstep one false").returncode == 1
    assert not made.exists()
