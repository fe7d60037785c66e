# the site of the documents builds, and every link in it leads somewhere
(cd docs && npm ci --no-audit --no-fund >/dev/null && npm run --silent build)
