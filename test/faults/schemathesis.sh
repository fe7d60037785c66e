#!/usr/bin/env bash
# Random requests after the OpenAPI document, valid and not: no server error, no answer but the documented ones, no way
# past the key.
# usage: SELVAGE_SERVER=URL SELVAGE_KEY=KEY [PHASES=...] test/faults/schemathesis.sh SCHEMATHESIS CASES [OPTION...]
# SCHEMATHESIS is its program, CASES how many random ones an operation gets; options are its own.
# One worker: before Python 3.12.1, two threads that parse source at a time break each other's parser (python/cpython#106905).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$here SCHEMATHESIS_HOOKS=schemathesis_hooks "$1" --config-file "$here/schemathesis.toml" run \
  "$SELVAGE_SERVER/openapi.json" --header "Authorization: Bearer $SELVAGE_KEY" \
  --phases "${PHASES:-examples,coverage,fuzzing,stateful}" --checks all --max-examples "$2" \
  --include-path-regex '^/api/v1/' --workers 1 --request-timeout 20 --no-color "${@:3}"
