# every pattern of the library, as DXF in both dialects, opens without an error; so do graded files, and ezdxf's own are read
if ! command -v librecad >/dev/null; then
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  { $root apt-get update -qq && $root apt-get install -y -qq --no-install-recommends librecad >/dev/null; } ||
    echo "LibreCAD cannot be installed here: its picture of graded files is not checked"
fi
python=$(.ci/python/venv.sh)
PYTHON=$python node scripts/run-tests.mjs foreign-dxf dxf-export graded-audit librecad-picture
.ci/with-service.sh "$python" .ci/python/audit_dxf.py
