# Connect's conformance suite against the one port
test/conformance/run.sh
