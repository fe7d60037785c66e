# the clients of clients/: each is built as a package and runs body, pattern and nest against the service
#
# Needs Go, Python 3, and Java 17 with Maven. It installs missing ones.
if ! command -v mvn >/dev/null; then
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $root apt-get update -qq
  $root apt-get install -y -qq --no-install-recommends maven openjdk-17-jdk-headless >/dev/null
fi
if [ ! -d clients/python/src/selvage/nest ]; then
  echo '--- Python of a clone without stubs'
  python3 -m venv "$CI_TOOLS/bare"
  # a user who installs it learns in a sentence how to make the stubs
  said=$("$CI_TOOLS/bare/bin/python" -m pip install --quiet --disable-pip-version-check clients/python 2>&1) && { echo "it installed"; exit 1; }
  grep -q 'npm ci && npm run generate' <<<"$said" || { echo "$said"; exit 1; }
fi
node scripts/generate-clients.mjs
tests() { # LANGUAGE COMMAND: its tests, with proxies that lose connections and answers, and one that has no room
  echo "--- $1"
  SELVAGE_PRIVATE_WEBHOOKS=1 .ci/with-service.sh node clients/cutting-proxy.mjs node clients/busy-proxy.mjs \
    node clients/losing-proxy.mjs bash -euo pipefail -c "$2"
}
blocks() { # FILE BLOCK: the program that the blocks of a document form
  awk -v block="\`\`\`$2" '$0 == block { inside = 1; next } /^```/ { inside = 0 } inside' "$1"
}
blocks clients/typescript/README.md ts >clients/typescript/test/readme-example.ts
blocks docs/cookbook-typescript.md ts >clients/typescript/test/cookbook.ts
blocks clients/python/README.md python >"$CI_TOOLS/readme_example.py"
blocks docs/cookbook-python.md python >"$CI_TOOLS/cookbook.py"
mkdir -p clients/go/cookbook
blocks docs/cookbook-go.md go >clients/go/cookbook/main.go
blocks clients/java/README.md java >clients/java/src/test/java/Example.java
blocks docs/cookbook-java.md java >clients/java/src/test/java/Cookbook.java
# the programs of the cookbook leave their files here
mkdir -p "$CI_TOOLS/cookbook"
(cd clients/typescript && npm ci --no-audit --no-fund >/dev/null && npx tsc -p tsconfig.json)
tests TypeScript 'node --test --test-reporter=spec clients/typescript/dist/test/client.test.js
  node clients/typescript/dist/test/readme-example.js
  program=$PWD/clients/typescript/dist/test/cookbook.js; cd "$CI_TOOLS/cookbook"; node "$program"'
python=clients/.tools/python/bin/python
echo '--- the archive of TypeScript and Python, in an empty folder each'
archive=$(ls "$PWD"/clients/dist/selvage-clients-*.tar.gz)
rm -rf "$CI_TOOLS/installed" && mkdir -p "$CI_TOOLS"/installed/{npm,pip}
echo '{"private": true, "type": "module"}' >"$CI_TOOLS/installed/npm/package.json"
npm install --prefix "$CI_TOOLS/installed/npm" --silent --no-audit --no-fund "$archive" @connectrpc/connect-node@2.1.2
python3 -m venv "$CI_TOOLS/installed/pip"
"$CI_TOOLS/installed/pip/bin/python" -m pip install --quiet --disable-pip-version-check "$archive"
cp clients/typescript/dist/test/readme-example.js "$CI_TOOLS/installed/npm"
.ci/with-service.sh bash -euo pipefail -c 'cd "$CI_TOOLS/installed"; node npm/readme-example.js; pip/bin/python ../readme_example.py'
"$python" -m pip install --quiet --disable-pip-version-check 'clients/python[test]'
(cd clients/python && "../../$python" -m mypy)
tests Python "$python -m pytest -q clients/python/tests; $python $CI_TOOLS/readme_example.py; cd $CI_TOOLS/cookbook; $PWD/$python $CI_TOOLS/cookbook.py"
(cd clients/go && go vet ./... && go build -o "$CI_TOOLS/cookbook/" ./cookbook)
tests Go 'go test -C clients/go -count=1 .; go run -C clients/go ./example; cd "$CI_TOOLS/cookbook"; ./cookbook'
maven='mvn --quiet --batch-mode --no-transfer-progress -f'
tests Java "$maven clients/java/pom.xml package; cd $CI_TOOLS/cookbook
  for program in Example Cookbook; do
    $maven $PWD/clients/java/pom.xml org.codehaus.mojo:exec-maven-plugin:3.5.0:java \
      -Dexec.mainClass=\$program -Dexec.classpathScope=test
  done"
cat clients/java/target/surefire-reports/*.txt
echo '4 passed, 0 failed'
