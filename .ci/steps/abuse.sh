# random requests after the OpenAPI document: documented answers, no server error, no way past the key
# The cases are the same for every change, so that a failure is the change's own; `npm run test:faults` takes others each time.
python=$(.ci/python/venv.sh)
PHASES=examples,coverage,fuzzing .ci/with-service.sh test/faults/schemathesis.sh "$(dirname "$python")/schemathesis" 200 --seed 20261122
