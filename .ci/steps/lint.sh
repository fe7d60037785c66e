# format, lint, plain English, the arrows between the folders and their picture, one version, licences and known advisories
failures=0
npx biome ci --colors=off . || failures=$((failures + 1))
npx depcruise --config .dependency-cruiser.cjs src gateway || failures=$((failures + 1))
node scripts/draw-nesting-rooms.mjs --check || failures=$((failures + 1))
node scripts/check-prose.mjs || failures=$((failures + 1))
node scripts/sbom.mjs || failures=$((failures + 1))
node scripts/release.mjs --check || failures=$((failures + 1))
# Reported, not judged: an advisory of today must not fail yesterday's sound change, and not every registry answers.
timeout 60 npm audit --omit=dev || echo 'the audit found something, or could not be asked for'
[ "$failures" -eq 0 ]
