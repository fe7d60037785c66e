/**
 * The version of the service that users run before this one: the commit that .ci/previous-version names, built from the clone's
 * history. A release that raises the schema or the protocol changes that line.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const parts = ['src', 'gateway', 'gen', 'models', 'package.json', 'tsconfig.json'];
const build = {
  extends: './tsconfig.json',
  include: ['src', 'gateway', 'gen'],
  compilerOptions: { incremental: false, sourceMap: false },
};

/** Path of its program, which is gone with this process; null: the clone has no such commit. It uses today's packages. */
export function buildPreviousVersion(): string | null {
  const commit = readFileSync(join(root, '.ci/previous-version'), 'utf8').trim();
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' });
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'selvage-previous-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...parts) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'tsconfig.previous.json'), JSON.stringify(build));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.previous.json'], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'dist/src/cli/main.js');
}
