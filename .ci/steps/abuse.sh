# random requests after the OpenAPI document: documented answers, no server error, no way past the key
python=$(.ci/python/venv.sh)
PHASES=examples,coverage,fuzzing .ci/with-service.sh test/faults/schemathesis.sh "$(dirname "$python")/schemathesis" 200
