# Connect's conformance suite against the one port
if [ -x test/conformance/run.sh ]; then
  test/conformance/run.sh
else
  echo "skipped: there is no test/conformance/run.sh"
fi
