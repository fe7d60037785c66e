# the protocol is well formed, and gen/ is generated from it
npx buf lint
npx buf format -d --exit-code
npx buf generate
stale=$(git status --porcelain -- gen)
[ -z "$stale" ] || { echo "gen/ is stale, run: npm run generate"; echo "$stale"; exit 1; }
