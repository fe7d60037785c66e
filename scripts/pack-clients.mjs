// Packs the clients for TypeScript and Python into one archive, which both `npm install` and `pip install` take:
// clients/dist/selvage-clients-VERSION.tar.gz. It needs the stubs of `npm run generate`, which calls it at its end.
// usage: node scripts/pack-clients.mjs
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const clients = resolve('clients');
const { version } = JSON.parse(readFileSync(join(clients, 'typescript/package.json'), 'utf8'));
const name = `selvage-clients-${version}`;

const scratch = mkdtempSync(join(tmpdir(), 'selvage-clients-'));
const root = join(scratch, name);
mkdirSync(root);

const manifest = JSON.parse(readFileSync(join(clients, 'typescript/package.json'), 'utf8'));
// A clone has the compiler and the libraries of the client in the root, in the versions that its manifest names.
const compile = ['tsc', '-p', join(clients, 'typescript/tsconfig.package.json'), '--outDir', join(root, 'dist')];
execFileSync('npx', compile, { stdio: ['ignore', 'inherit', 'inherit'] });
const { scripts: _, devDependencies: __, ...published } = manifest;
writeFileSync(join(root, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

for (const file of ['pyproject.toml', 'setup.py']) cpSync(join(clients, 'python', file), join(root, file));
const isCompiled = (path) => !/__pycache__|\.egg-info/.test(path);
cpSync(join(clients, 'python/src'), join(root, 'src'), { recursive: true, filter: isCompiled });

const readme = (language) => readFileSync(join(clients, language, 'README.md'), 'utf8');
writeFileSync(join(root, 'README.md'), `${readme('typescript')}\n${readme('python')}`);
cpSync('LICENSE', join(root, 'LICENSE'));

const out = join(clients, 'dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
execFileSync('tar', ['-czf', join(out, `${name}.tar.gz`), '-C', scratch, name]);
rmSync(scratch, { recursive: true });
console.log(`clients/dist/${name}.tar.gz: npm install and pip install take it`);
