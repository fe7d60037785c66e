/** The program at a terminal, which `script` provides: its display and its keys. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from './readme.js';
import { temporaryFolder } from './run-selvage.js';
import { testWith } from './with-tool.js';

testWith('script', 'a bar shows utilisation, length and the time left; Ctrl-C keeps the best layout', async () => {
  const kept = join(temporaryFolder(), 'kept.dxf');
  const program = `${process.execPath} ${packageRoot}dist/src/cli/main.js`;
  const command = `${program} nest ${packageRoot}examples/marker.json --time 60 -o ${kept}`;
  const terminal = spawn('script', ['-qefc', `stty cols 120; ${command}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let [shown, pressed] = ['', false];
  terminal.stdout.on('data', (chunk) => {
    shown += chunk;
    if (pressed || !/utilisation \d/.test(shown)) return;
    pressed = true;
    terminal.stdin.write('\x03');
  });
  const [code] = (await once(terminal, 'close')) as [number];
  assert.is(code, 130, shown);
  assert.match(shown, /nesting\s+\[=*-+\] \d+ s left \| utilisation \d\d\.\d\d % \| length \d+/);
  assert.match(shown, /placed\s+111 of 111 parts/);
  assert.match(readFileSync(kept, 'latin1'), 'CUT');
});

test.run();
