// Compares proto/ with the contract that landed last, of which .ci/contract is a copy.
// usage: node scripts/contract-baseline.mjs check            fails where something breaks, or is not recorded yet
//        node scripts/contract-baseline.mjs record           records additions; refuses where something breaks
//        node scripts/contract-baseline.mjs record --break   records a break too: the commit says why it has to be
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const baseline = '.ci/contract';
const [task, flag] = process.argv.slice(2);

/** The landed contract with all its imports, in the form that buf takes. */
function landed() {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-contract-'));
  cpSync('buf.yaml', join(folder, 'buf.yaml'));
  cpSync('third_party', join(folder, 'third_party'), { recursive: true });
  cpSync(baseline, join(folder, 'proto'), { recursive: true });
  return folder;
}

/** Buf reports an unreadable file like a break, on the same stream. So this asks first. */
function requireReadable(input) {
  const { stdout, stderr, status } = spawnSync('npx', ['buf', 'build', input], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`buf build could not read ${input}:\n${stdout}${stderr}`);
}

/** The breaks from `against` to `input`, one line each; '' if there are none. */
function breaks(input, against) {
  const { stdout, stderr, status } = spawnSync('npx', ['buf', 'breaking', input, '--against', against], {
    encoding: 'utf8',
  });
  if (status !== 0 && stdout === '') throw new Error(`buf breaking could not compare: ${stderr}`);
  return stdout;
}

function compare(folder) {
  const broken = breaks('.', folder);
  if (broken !== '' && flag !== '--break') {
    const way = 'npm run generate:baseline -- --break, in the commit that says why';
    return `${broken}proto/ breaks the contract that landed last. Keep it whole, or: ${way}`;
  }
  if (task === 'record') {
    rmSync(baseline, { recursive: true });
    cpSync('proto', baseline, { recursive: true, filter: (path) => !path.endsWith('.md') });
    console.log(broken === '' ? 'recorded' : `recorded with these breaks:\n${broken}`);
    return undefined;
  }
  if (breaks(folder, '.') === '') return undefined;
  return `${baseline} lacks what is new in proto/: nothing guards it yet. Record it: npm run generate:baseline`;
}

const folder = landed();
try {
  requireReadable('.');
  const reason = compare(folder);
  if (reason !== undefined) {
    console.error(reason);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
