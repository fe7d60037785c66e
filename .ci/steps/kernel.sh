# the checked-in WebAssembly kernel matches its source
if [ ! -f scripts/build-kernel.mjs ]; then
  echo "skipped: there is no kernel"
else
  before=$(git status --porcelain -- src/nesting/kernel)
  node scripts/build-kernel.mjs
  after=$(git status --porcelain -- src/nesting/kernel)
  [ "$before" = "$after" ] || { echo "the kernel is stale, run: node scripts/build-kernel.mjs"; echo "$after"; exit 1; }
fi
