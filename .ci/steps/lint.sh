# format, lint, and the arrows between the folders
failures=0
npx biome ci --colors=off . || failures=$((failures + 1))
npx depcruise --config .dependency-cruiser.cjs src gateway || failures=$((failures + 1))
[ "$failures" -eq 0 ]
