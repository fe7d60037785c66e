/** Runs `claim-all` in a process of its own and gives what it printed. */
import { fork } from 'node:child_process';
import type { StoreLocation } from '../../src/store/open-store.js';

export function claimer(location: StoreLocation, name: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./claim-all.js', import.meta.url), [JSON.stringify(location), name], { silent: true });
    let output = '';
    child.stdout!.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr!.pipe(process.stderr);
    child.on('exit', (code) =>
      code === 0 ? resolve(output.trim().split('\n').filter(Boolean)) : reject(new Error(`claimer left with ${code}`)),
    );
  });
}
