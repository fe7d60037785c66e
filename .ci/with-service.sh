#!/usr/bin/env bash
# Runs a command against a fresh service, whose address and key are in SELVAGE_SERVER and SELVAGE_KEY.
# usage: .ci/with-service.sh COMMAND [ARGUMENT...]   fails with the command, or where the service does not end cleanly
set -euo pipefail
data=$(mktemp -d)
node dist/src/cli/main.js serve --json --port 0 --data "$data/store" >"$data/ready" 2>"$data/log" &
service=$!
end() {
  status=$?
  trap - EXIT
  kill -TERM "$service" 2>/dev/null || echo "the service had ended before its time"
  served=0
  wait "$service" || served=$?
  if [ "$status" -ne 0 ] || [ "$served" -ne 0 ]; then
    # without the calls that went well, which would bury what the command has said
    echo "the command ended with $status, the service with $served; its log ends so:"
    grep -v '"level":30.*"msg":"request"' "$data/log" | tail -n 20 || true
  fi
  rm -rf "$data"
  [ "$status" -ne 0 ] || status=$served
  exit "$status"
}
trap end EXIT
until grep -q '}' "$data/ready"; do
  kill -0 "$service" || exit 1
  sleep 0.1
done
field() { node -p "JSON.parse(require('node:fs').readFileSync('$data/ready', 'utf8')).$1"; }
SELVAGE_SERVER=$(field url)
SELVAGE_KEY=$(field apiKey)
export SELVAGE_SERVER SELVAGE_KEY
"$@"
