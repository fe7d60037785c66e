# kills, cuts, full disks and slow readers, a few rounds of each
[ -d dist/test ] || npm run build
node scripts/run-faults.mjs --short
