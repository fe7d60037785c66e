// Builds everything that a release consists of into a new folder, with a list of SHA-256 digests. Equal commits give equal bytes.
// usage: node scripts/release.mjs [--out FOLDER] [--key FILE] [--again]   all artefacts of the present commit
//        node scripts/release.mjs --check                                whether all packages have one version
//
// --out    default: out/release-VERSION
// --key    PEM with a private Ed25519 key, which signs the list of digests
// --again  builds twice, and fails where the digests differ
//
// Needs Go, Python 3, and Java 17 with Maven beside Node, like the clients.
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** The backend of Python's package names itself in the wheel, so its version is part of the bytes. */
const setuptools = 'setuptools==80.9.0';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string' },
    key: { type: 'string' },
    again: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});

const text = (file) => readFileSync(file, 'utf8');
const field = (file, pattern) => pattern.exec(text(file))?.[1] ?? 'none';
/** Each place that names the version. Go's is the tag alone. */
const versions = {
  'package.json': JSON.parse(text('package.json')).version,
  'package-lock.json': JSON.parse(text('package-lock.json')).version,
  'clients/typescript/package.json': JSON.parse(text('clients/typescript/package.json')).version,
  'clients/typescript/package-lock.json': JSON.parse(text('clients/typescript/package-lock.json')).version,
  'clients/python/pyproject.toml': field('clients/python/pyproject.toml', /^version = "(.+)"$/m),
  'clients/java/pom.xml': field('clients/java/pom.xml', /^ {2}<version>(.+)<\/version>$/m),
  'deploy/helm/Chart.yaml (version)': field('deploy/helm/Chart.yaml', /^version: (.+)$/m),
  'deploy/helm/Chart.yaml (appVersion)': field('deploy/helm/Chart.yaml', /^appVersion: "?([^"\n]+)"?$/m),
};
const version = versions['package.json'];
const others = Object.entries(versions).filter(([, own]) => own !== version);
if (others.length > 0) {
  for (const [place, own] of others) console.error(`${place} has the version ${own}, and package.json ${version}`);
  process.exit(1);
}
if (flags.check) {
  console.log(`${Object.keys(versions).length} places have the version ${version}`);
  process.exit(0);
}

const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
if (changes !== '') {
  console.error(`A release is that of a commit, but the tree has changes:\n${changes}`);
  process.exit(1);
}
const epoch = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
const createdAt = new Date(1000 * Number(epoch)).toISOString();
// the same rights and times of files for every builder
process.umask(0o022);
process.env.SOURCE_DATE_EPOCH = epoch;

function run(command, args, { cwd, env } = {}) {
  const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 };
  try {
    return execFileSync(command, args, { ...options, env: { ...process.env, ...env } }).toString();
  } catch (error) {
    console.error(`${command} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`);
    process.exit(1);
  }
}

/** Each makes files of the folder. */
const artefacts = {
  'the service and the program (npm)'(folder) {
    rmSync('dist', { recursive: true, force: true });
    run('npm', ['run', 'build']);
    run('npm', ['run', 'build:web']);
    run('npm', ['pack', '--silent', '--pack-destination', folder]);
  },

  'the bill of materials'(folder) {
    run('node', ['scripts/sbom.mjs', join(folder, `selvage-${version}.cdx.json`)]);
  },

  async 'the contract'(folder) {
    run('npx', ['buf', 'build', '--exclude-source-info', '-o', join(folder, `selvage-${version}.binpb`)]);
    const { openApiDocument } = await built('gateway/openapi/document.js');
    for (const [name, form] of [
      ['openapi', '3.2'],
      ['openapi-3.1', '3.1'],
    ])
      writeFileSync(join(folder, `selvage-${version}.${name}.json`), `${JSON.stringify(openApiDocument(form))}\n`);
  },

  'the clients: stubs'() {
    run('node', ['scripts/generate-clients.mjs', 'typescript', 'python', 'go', 'java']);
  },

  'the TypeScript client (npm)'(folder) {
    const cwd = 'clients/typescript';
    rmSync(join(cwd, 'dist'), { recursive: true, force: true });
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd });
    run('npx', ['tsc', '-p', 'tsconfig.json'], { cwd });
    run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  },

  'the Python client (wheel)'(folder) {
    inTemporaryFolder((temporary) => {
      // a wheel of the clone itself would hold what earlier builds left beside the sources
      const sources = join(temporary, 'python');
      cpSync('clients/python', sources, {
        recursive: true,
        filter: (path) => !/__pycache__|\.egg-info|python\/(build|dist)$/.test(path),
      });
      const pins = join(temporary, 'pins.txt');
      writeFileSync(pins, `${setuptools}\n`);
      const python = 'clients/.tools/python/bin/python';
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps'];
      const env = { PIP_CONSTRAINT: pins };
      run(python, ['-m', 'pip', 'wheel', ...quiet, '--wheel-dir', folder, sources], { env });
    });
  },

  async 'the Go client (module zip)'(folder) {
    const { writeZip } = await built('src/drawing/zip.js');
    const module = `${field('clients/go/go.mod', /^module (.+)$/m)}@v${version}`;
    const entries = filesOf('clients/go').map((file) => ({
      name: `${module}/${relative('clients/go', file)}`,
      content: readFileSync(file),
    }));
    writeFileSync(join(folder, `selvage-go-v${version}.zip`), writeZip(entries, createdAt));
  },

  'the Java client (jar)'(folder) {
    rmSync('clients/java/target/classes', { recursive: true, force: true });
    const flagsOfMaven = ['--quiet', '--batch-mode', '--no-transfer-progress', '-Dmaven.test.skip=true'];
    const time = `-Dproject.build.outputTimestamp=${createdAt.replace('.000', '')}`;
    run('mvn', [...flagsOfMaven, time, '-f', 'clients/java/pom.xml', 'package']);
    cpSync(`clients/java/target/selvage-client-${version}.jar`, join(folder, `selvage-client-${version}.jar`));
    cpSync('clients/java/pom.xml', join(folder, `selvage-client-${version}.pom`));
  },

  'the Helm chart'(folder) {
    const steady = [
      '--sort=name',
      `--mtime=@${epoch}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
    ];
    const chart = join(folder, `selvage-chart-${version}.tar`);
    run('tar', [...steady, '--transform=s,^helm,selvage,', '-C', 'deploy', '-cf', chart, 'helm']);
    // without the name and the time of the archive
    run('gzip', ['-n', '-9', chart]);
    run('mv', [`${chart}.gz`, chart.replace(/\.tar$/, '.tgz')]);
  },
};

/** A module of this build, and not of the one before. */
const built = (path) => import(`${pathToFileURL(resolve('dist', path)).href}?${process.hrtime.bigint()}`);

function inTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-release-'));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Builds into the empty folder, and returns the list of digests as `sha256sum` writes it. */
async function build(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(artefacts)) {
    const started = Date.now();
    await make(folder);
    console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  }
  return filesOf(folder)
    .map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
    .join('');
}

const out = resolve(flags.out ?? `out/release-${version}`);
if (existsSync(out)) {
  console.error(`${out} exists already`);
  process.exit(1);
}
const digests = await build(out);
if (flags.again) {
  const second = mkdtempSync(join(tmpdir(), 'selvage-release-'));
  const again = await build(second);
  if (again !== digests) {
    console.error(`Two builds of one commit differ; the second is in ${second}:\n${digests}\n${again}`);
    process.exit(1);
  }
  rmSync(second, { recursive: true });
  console.log('a second build gave the same bytes');
}
writeFileSync(join(out, 'SHA256SUMS'), digests);
if (flags.key === undefined) console.log('no --key: the digests are not signed');
else {
  const key = createPrivateKey(text(flags.key));
  if (key.asymmetricKeyType !== 'ed25519') {
    console.error(`${flags.key} holds a key of the type ${key.asymmetricKeyType}, and not ed25519`);
    process.exit(1);
  }
  writeFileSync(join(out, 'SHA256SUMS.sig'), sign(null, Buffer.from(digests), key));
  writeFileSync(join(out, 'SHA256SUMS.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
process.stdout.write(digests);
console.log(`release ${version} of ${createdAt} is in ${out}`);
