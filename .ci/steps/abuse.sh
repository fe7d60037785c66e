# random requests after the OpenAPI document: documented answers, no server error, no way past the key
#
# Every change gets the same cases, so a failure belongs to the change. `npm run test:faults` takes other and more cases each
# time. Fifty for an operation take two minutes on two cores; 200 took ten.
python=$(.ci/python/venv.sh)
PHASES=examples,coverage,fuzzing .ci/with-service.sh test/faults/schemathesis.sh "$(dirname "$python")/schemathesis" 50 --seed 20261122
