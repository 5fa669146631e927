# Sourced by scripts/test: steps that are timed, that go on after a failure so that one run shows all of them, and that decide
# together how the run ends.

failed=()
behind=()
made=()

# step NAME COMMAND...: runs it and says how it went.
step() {
  local name="$1" started=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@" </dev/null; then
    printf -- '-- %s: passed in %d s\n' "$name" $((SECONDS - started))
  else
    printf -- '-- %s: FAILED\n' "$name"
    failed+=("$name")
  fi
}

# stop_when_done PID: ends this process with the script, when it still runs then.
stop_when_done() { behind+=("$1"); }

# remove_when_done FOLDER: removes it with the script.
remove_when_done() { made+=("$1"); }

# The exit code of the script is the steps' alone: with `set -e` a failing command of a trap would replace it, and a process
# that has ended by itself cannot be killed.
clear_away() {
  local each
  for each in "${behind[@]}"; do kill "$each" 2>/dev/null || true; done
  for each in "${made[@]}"; do rm -rf "$each" || true; done
}
trap clear_away EXIT

# finish: says whether all steps passed, and ends the script with 0 or 1.
finish() {
  if [ ${#failed[@]} -gt 0 ]; then
    printf '\nFAILED: %s\n' "$(printf '%s; ' "${failed[@]}")"
    exit 1
  fi
  printf '\nAll steps passed in %d s.\n' $SECONDS
  exit 0
}
