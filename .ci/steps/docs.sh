# the site of the documents builds, and every link in it leads somewhere
# not `npm ci`: the lock names only the Rollup binaries of this kind of machine
(cd docs && npm install --no-save --no-audit --no-fund >/dev/null && npm run --silent build)
