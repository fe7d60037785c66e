# Connect's conformance suite against the one port
# Requests above the server's limit over HTTP/2 are known to be flaky: the reset of a stream may overtake its answer.
# Any other case that fails under the load of the whole suite is tried once more, alone; it is named here, and fails for
# good where it fails again.
flaky='Server Message Size/HTTPVersion:2/**/request-exceeds-server-limit'
first=$CI_TOOLS/conformance-first.log
if timeout 600 test/conformance/run.sh --known-flaky "$flaky" >"$first" 2>&1; then
  tail -n 3 "$first"
  exit 0
fi
sed -E 's/^([0-9]+) passed, ([0-9]+) failed$/passed \1, failed \2 at first/' "$first"
total=$(sed -n 's/^Total cases: //p' "$first")
mapfile -t cases < <(sed -n 's/^FAILED: \(.*\):$/\1/p' "$first" | grep -v 'HTTPVersion:2/.*/request-exceeds-server-limit$' || true)
[ -n "$total" ] && [ "${#cases[@]}" -gt 0 ] && [ "${#cases[@]}" -le 5 ] || exit 1
for case in "${cases[@]}"; do
  echo "once more, alone: $case"
  timeout 60 test/conformance/run.sh --run "$case" >"$first" 2>&1 || { cat "$first"; exit 1; }
done
echo "$total passed, 0 failed"
