# the store's contract, the queue and its streams on a PostgreSQL server installed and started here, and through PgBouncer
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
  as_root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $as_root apt-get update -qq
  # the tests make a cluster in a temporary folder, and leave the package's own cluster alone
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends postgresql-15
fi
if ! command -v pgbouncer >/dev/null; then
  as_root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends pgbouncer
fi
[ -d dist/test ] || npm run build
node dist/test/store/with-postgres.js node scripts/run-tests.mjs test/store/postgres.test test/store/pooler test/jobs/ test/accounts/request-quota
