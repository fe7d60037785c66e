// Takes the pictures of docs/tutorial.md: the test of its steps, with longer searches and a camera.
//
//     npm run build && npm run build:web && node scripts/draw-tutorial.mjs
//
// CHROMIUM names another browser than /usr/bin/chromium.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';

const folder = 'docs/images/tutorial';
const mostBytes = 120_000;
mkdirSync(folder, { recursive: true });
const { status } = spawnSync(process.execPath, ['dist/test/web/tutorial.test.js'], {
  stdio: 'inherit',
  env: { ...process.env, TUTORIAL_PICTURES: folder },
});
process.exitCode = status ?? 1;
for (const name of readdirSync(folder)) {
  const { size } = statSync(`${folder}/${name}`);
  console.log(`${name}  ${(size / 1000).toFixed(0)} kB`);
  if (size > mostBytes) {
    console.error(`${name} has more than ${mostBytes / 1000} kB`);
    process.exitCode = 1;
  }
}
