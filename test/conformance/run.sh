#!/bin/sh
# Runs Connect's conformance suite against the gateway's port. Needs Go, and a build (npm run build).
# The suite and its protos come from the Go module proxy into dist/conformance, which is not committed.
# There is no list of known failures: every case must pass.
set -eu
cd "$(dirname "$0")/../.."
version=v1.0.5
module=connectrpc.com/conformance
work=dist/conformance
mkdir -p "$work"

runner="$work/connectconformance-$version"
if [ ! -x "$runner" ]; then
  GOBIN="$PWD/$work" go install "$module/cmd/connectconformance@$version"
  mv "$work/connectconformance" "$runner"
fi
protos="$(go list -m -f '{{.Dir}}' "$module@$version" 2>/dev/null || true)"
if [ -z "$protos" ]; then
  protos="$(go env GOMODCACHE)/$module@$version"
fi
./node_modules/.bin/buf build "$protos/proto" --as-file-descriptor-set -o "$work/suite.binpb"

exec "$runner" --mode server --conf test/conformance/features.yaml --parallel 2 --max-servers 2 \
  "$@" -- node dist/test/conformance/server.js "$work/suite.binpb"
