# the OpenAPI document is well formed, as 3.2 and as 3.1
npm install --prefix "$CI_TOOLS/redocly" --no-audit --no-fund --ignore-scripts @redocly/cli@2.77.0
.ci/with-service.sh bash -euo pipefail -c '
  for document in openapi openapi-3.1; do
    curl --silent --show-error --fail "$SELVAGE_SERVER/$document.json" -o "$CI_TOOLS/$document.json"
    REDOCLY_TELEMETRY=off "$CI_TOOLS/redocly/node_modules/.bin/redocly" lint --config .ci/redocly.yaml "$CI_TOOLS/$document.json"
  done
'
