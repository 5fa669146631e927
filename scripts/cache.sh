# Sourced by the scripts beside it: where development tools are kept, and how a script gives up.

# Outside the tree, shared by all checkouts; every entry's name carries a hash of what it was made from.
export BLASTLENS_DEV_CACHE="${BLASTLENS_DEV_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/blastlens-dev}"

# die WHAT NEXT: say what is wrong and what to do about it, and stop.
die() {
  printf 'error: %s\n  next: %s\n' "$1" "$2" >&2
  exit 2
}

# hash_of FILE...: 12 hex digits over the contents.
hash_of() {
  if command -v sha256sum >/dev/null; then cat "$@" | sha256sum; else cat "$@" | shasum -a 256; fi | cut -c1-12
}

# find_python: the first interpreter that is new enough ($PYTHON wins).
find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$candidate" >/dev/null &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  die "Python 3.11 or newer is needed" "install it, or point PYTHON at it: PYTHON=/path/to/python3.12 $0"
}

# python_environment PYTHON ROOT: where the development packages of this state of pyproject.toml are kept.
python_environment() {
  local version
  version="$("$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')"
  echo "$BLASTLENS_DEV_CACHE/python-$version-$(hash_of "$2/pyproject.toml")"
}

# make_environment PYTHON DIR: an empty virtual environment.
make_environment() {
  rm -rf "$2"
  "$1" -m venv "$2" || die "Python's venv module does not work" "Debian: apt-get install python3-venv"
}

# source_files ROOT: what the package is built from, one a line, relative to ROOT.
source_files() {
  (cd "$1" && printf '%s\n' setup.py pyproject.toml && find server/blastlens build_support -name '*.py' -o -name '*.sql' -o -name '*.json' | sort)
}

# hash_of_sources ROOT: 12 hex digits over them.
hash_of_sources() {
  # The names have no spaces.
  (cd "$1" && hash_of $(source_files .))
}

# install_from_copy PYTHON ROOT PIP_ARGUMENT...: build from a copy, for a build leaves its own folders beside the sources.
install_from_copy() {
  local python="$1" root="$2" copy
  shift 2
  copy="$(mktemp -d)"
  cp -r "$root"/{setup.py,pyproject.toml,MANIFEST.in,README.md,LICENSE,build_support,server} "$copy"
  "$python" -m pip install -qq --disable-pip-version-check "$@" "$copy" >&2
  rm -rf "$copy"
}

# folder_in_memory KILOBYTES: a new folder that no disk keeps, for many small databases; nothing where there is no such room, or
# where programs in it cannot be started.
folder_in_memory() {
  local folder room
  room="$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')"
  [ "${room:-0}" -ge "$1" ] && folder="$(mktemp -d /dev/shm/blastlens-XXXXXX 2>/dev/null)" || return 0
  printf '#!/bin/sh\n' >"$folder/program" && chmod +x "$folder/program"
  if "$folder/program" 2>/dev/null; then echo "$folder"; else rm -rf "$folder"; fi
}
