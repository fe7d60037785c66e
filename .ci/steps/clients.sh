# other languages' gRPC clients: grpcurl by reflection, Python from the proto files
GOBIN=$CI_TOOLS/bin go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
python=$(.ci/python/venv.sh)
"$python" .ci/python/generate_stubs.py "$CI_TOOLS/stubs"
.ci/with-service.sh bash -euo pipefail -c '
  services=$("$CI_TOOLS/bin/grpcurl" -plaintext "${SELVAGE_SERVER#http://}" list)
  echo "$services"
  for service in body nest pattern admin; do
    grep -qi "^selvage\.$service\.v1\.${service}service$" <<<"$services" || { echo "reflection lists no $service service"; exit 1; }
  done
  "$CI_TOOLS/bin/grpcurl" -plaintext -H "authorization: Bearer $SELVAGE_KEY" \
    -d "{\"gender\": \"GENDER_FEMALE\", \"unit\": \"UNIT_SYSTEM_METRIC\", \"height\": 168, \"weight\": 62}" \
    "${SELVAGE_SERVER#http://}" selvage.body.v1.BodyService/InferMeasurements | grep -q waistGirth
  '"$python"' .ci/python/grpc_smoke.py "$CI_TOOLS/stubs"
'
