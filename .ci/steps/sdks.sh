# the clients of clients/: each is built as a package and runs body, pattern and nest against the service
# Needs Go, Python 3, and Java 17 with Maven; what is not on the machine and cannot be installed is named and left out.
if ! command -v mvn >/dev/null && command -v apt-get >/dev/null; then
  (apt-get update -qq && apt-get install -y -qq --no-install-recommends maven openjdk-17-jdk-headless) >/dev/null 2>&1 || true
fi
node scripts/generate-clients.mjs
tests() { # LANGUAGE COMMAND: its tests, through a proxy that loses connections
  echo "--- $1"
  .ci/with-service.sh node clients/cutting-proxy.mjs bash -euo pipefail -c "$2"
}
passed=0
(cd clients/typescript && npm ci --no-audit --no-fund >/dev/null && npx tsc -p tsconfig.json && npm pack --silent --pack-destination "$CI_TOOLS")
tests TypeScript 'node --test --test-reporter=spec clients/typescript/dist/test/client.test.js'
python=clients/.tools/python/bin/python
"$python" -m pip install --quiet --disable-pip-version-check 'clients/python[test]'
(cd clients/python && "../../$python" -m mypy)
tests Python "$python -m pytest -q clients/python/tests"
(cd clients/go && go vet ./... && go build ./...)
tests Go 'go test -C clients/go -count=1 .'
passed=3
if command -v mvn >/dev/null; then
  tests Java 'mvn --quiet --batch-mode --no-transfer-progress -f clients/java/pom.xml package'
  cat clients/java/target/surefire-reports/*.txt
  passed=4
else
  echo 'left out Java: Maven is not installed'
fi
echo "$passed passed, 0 failed"
