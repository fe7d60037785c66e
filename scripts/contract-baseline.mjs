// Compares proto/ with the contract that landed last, of which .ci/contract is a copy. Releases of the same major version are
// compared too: .ci/releases has their Protobuf images.
// usage: node scripts/contract-baseline.mjs check            fails where something breaks, or is not recorded yet
//        node scripts/contract-baseline.mjs record           records additions; refuses where something breaks
//        node scripts/contract-baseline.mjs record --break   records a break too: the commit says why it has to be. A break of a
//                                                            release is refused all the same
//        node scripts/contract-baseline.mjs release          freezes the contract of the version in package.json
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const buf = 'node_modules/.bin/buf';
const baseline = '.ci/contract';
const releases = '.ci/releases';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const frozen = join(releases, `${version}.binpb.gz`);
const breakingRules = JSON.stringify({ version: 'v2', breaking: { use: ['FILE', 'WIRE_JSON'] } });
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
  const { stdout, stderr, status } = spawnSync(buf, ['build', input], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`buf build could not read ${input}:\n${stdout}${stderr}`);
}

function writeImage(file) {
  const { stderr, status } = spawnSync(buf, ['build', '--exclude-source-info', '-o', file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`buf build could not write ${file}: ${stderr}`);
}

/** The breaks from `against` to `input`, one line each; '' if there are none. */
function breaks(input, against, ...flags) {
  const { stdout, stderr, status } = spawnSync(buf, ['breaking', input, '--against', against, ...flags], {
    encoding: 'utf8',
  });
  if (status !== 0 && stdout === '') throw new Error(`buf breaking could not compare: ${stderr}`);
  return stdout;
}

/** A sentence with all breaks of releases that programs of this major version were built for; undefined if there are none. */
function breaksOfReleases(folder) {
  const [major] = version.split('.');
  const images = existsSync(releases) ? readdirSync(releases).filter((name) => name.startsWith(`${major}.`)) : [];
  if (images.length === 0) return undefined;
  const now = join(folder, 'now.binpb');
  writeImage(now);
  const flags = ['--exclude-imports', '--config', breakingRules];
  for (const image of images) {
    const broken = breaks(now, join(releases, image), ...flags);
    const name = image.replace('.binpb.gz', '');
    if (broken !== '') return `${broken}proto/ breaks version ${name}. Only a new major version may do that.`;
  }
  return undefined;
}

function freeze() {
  if (existsSync(frozen)) return `${frozen} is there already: a release is never changed`;
  mkdirSync(releases, { recursive: true });
  writeImage(frozen);
  console.log(`${frozen} has the contract of version ${version}`);
  return undefined;
}

function compare(folder) {
  const brokenRelease = breaksOfReleases(folder);
  if (brokenRelease !== undefined) return brokenRelease;
  if (task === 'release') return freeze();
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
  if (!existsSync(frozen))
    return `${frozen} is missing. Freeze the contract: node scripts/contract-baseline.mjs release`;
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
