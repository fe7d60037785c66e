#!/usr/bin/env bash
# Prints the path of a Python that has the packages of requirements.txt; makes it on the first call.
set -euo pipefail
venv=$CI_TOOLS/python
if [ ! -f "$venv/complete" ]; then
  python3 -m venv "$venv" >&2
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$(dirname "$0")/requirements.txt" >&2
  touch "$venv/complete"
fi
echo "$venv/bin/python"
