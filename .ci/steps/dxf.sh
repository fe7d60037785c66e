# every pattern of the library, as DXF in both dialects, opens without an error; so do graded files, and ezdxf's own are read
python=$(.ci/python/venv.sh)
PYTHON=$python node scripts/run-tests.mjs foreign-dxf dxf-export graded-audit
.ci/with-service.sh "$python" .ci/python/audit_dxf.py
