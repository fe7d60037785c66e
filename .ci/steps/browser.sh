# the page in Debian's Chromium: the whole flow, its look, axe-core, and the size of a first visit
if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $root apt-get update -qq
  $root apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi
[ -n "${CI_BUILT:-}" ] || { npm run build && npm run build:web; }
# the pictures stay for a person
export SCREENSHOTS=${SCREENSHOTS:-${TMPDIR:-/tmp}/selvage-screenshots}
source .ci/in-memory.sh
node scripts/run-tests.mjs test/web/
