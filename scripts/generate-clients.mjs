// Makes the stubs of the clients from proto/, with the generators of each language. They are not checked in: 70 files of Java
// would hide a change of a comment. A language whose tools are missing is left out, by name.
// The clients for TypeScript and Python then become one archive (scripts/pack-clients.mjs).
// usage: node scripts/generate-clients.mjs [LANGUAGE...]   typescript, python, go, java; all of them where none is named
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

const tools = resolve('clients/.tools');
const generators = {
  go: [
    'google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.11',
    'google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2',
    'connectrpc.com/connect/cmd/protoc-gen-connect-go@v1.21.1',
  ],
  python: ['grpcio-tools==1.85.1', 'mypy-protobuf==5.1.0'],
  java: { protoc: 'com.google.protobuf:protoc:4.33.2', 'protoc-gen-grpc-java': 'io.grpc:protoc-gen-grpc-java:1.77.0' },
};
const needs = { typescript: 'node', python: 'python3', go: 'go', java: 'mvn' };

const run = (command, args, env = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
const generate = (language, path = []) =>
  run('npx', ['buf', 'generate', '--template', `clients/${language}/buf.gen.yaml`], {
    PATH: [...path, process.env.PATH].join(delimiter),
  });

const steps = {
  typescript: () => generate('typescript'),

  go() {
    const bin = `${tools}/go`;
    for (const generator of generators.go) {
      const name = /([^/]+)@/.exec(generator)[1];
      if (!existsSync(`${bin}/${name}`)) run('go', ['install', generator], { GOBIN: bin });
    }
    generate('go', [bin]);
  },

  java() {
    const folder = `${tools}/java`;
    for (const [name, artifact] of Object.entries(generators.java)) {
      if (existsSync(`${folder}/${name}`)) continue;
      mkdirSync(folder, { recursive: true });
      const [, id, version] = artifact.split(':');
      const platform = javaPlatform();
      const copy = [`-Dartifact=${artifact}:exe:${platform}`, `-DoutputDirectory=${folder}`];
      run('mvn', ['--batch-mode', '--quiet', 'dependency:copy', ...copy]);
      renameSync(`${folder}/${id}-${version}-${platform}.exe`, `${folder}/${name}`);
      chmodSync(`${folder}/${name}`, 0o755);
    }
    generate('java');
  },

  python() {
    const venv = `${tools}/python`;
    if (!existsSync(`${venv}/bin/protoc-gen-mypy_grpc`)) {
      run('python3', ['-m', 'venv', venv]);
      run(`${venv}/bin/python`, [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        ...generators.python,
      ]);
    }
    generate('python', [`${venv}/bin`]);
  },
};

function javaPlatform() {
  const system = { linux: 'linux', darwin: 'osx', win32: 'windows' }[process.platform];
  const machine = { x64: 'x86_64', arm64: 'aarch_64' }[process.arch];
  return `${system}-${machine}`;
}

function isThere(command) {
  try {
    execFileSync(command, [command === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const wanted = process.argv.slice(2);
const made = new Set();
for (const [language, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(language)) continue;
  if (isThere(needs[language])) {
    step();
    made.add(language);
  } else if (wanted.length > 0) throw new Error(`${language}: ${needs[language]} is not installed`);
  else console.log(`left out ${language}: ${needs[language]} is not installed`);
}
if (made.has('typescript') && made.has('python')) run('node', ['scripts/pack-clients.mjs']);
