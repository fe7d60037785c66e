// Draws docs/images/cutting.svg: the cuts of the example parts, numbered in their order.
// usage: npm run build && node scripts/draw-cutting.mjs
import { spawnSync } from 'node:child_process';

const nest = 'nest examples/parts.svg --width 300 --distance 0.2 --rotations 0,90,180,270 --seed 1 --time 1';
const cutter = '--kerf 0.2 --feed 100 --travel 500 --format svg -o docs/images/cutting';
const run = spawnSync(process.execPath, ['dist/src/cli/main.js', ...`${nest} ${cutter}`.split(' ')], {
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
