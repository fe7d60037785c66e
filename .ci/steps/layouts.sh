# every layout of every stream passes the independent checker
if [ ! -d ../shared/nesting/instances ]; then
  echo "skipped: ../shared/nesting/instances is not there"
else
  python=$(.ci/python/venv.sh)
  .ci/with-service.sh "$python" .ci/python/check_layouts.py ../shared/nesting
fi
