# the search of nesting is as dense at the same work, and costs as little, as bench/nesting/watch/baseline.json says
[ -n "${CI_BUILT:-}" ] || npm run build
node dist/bench/nesting/watch/main.js
