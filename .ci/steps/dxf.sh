# every pattern of the library, as DXF in both dialects, opens without an error
python=$(.ci/python/venv.sh)
.ci/with-service.sh "$python" .ci/python/audit_dxf.py
