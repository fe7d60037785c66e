// The configuration of a container for runc, from `buildah inspect` on standard input: container-bundle.mjs ROOT
import { readFileSync } from 'node:fs';

const { Docker } = JSON.parse(readFileSync(0, 'utf8'));
const { User, Env, WorkingDir, Entrypoint, Cmd, Healthcheck } = Docker.config;

/** Runs inside: the image's own user, demo, command and health check. */
async function inside({ entrypoint, command, health }) {
  const { spawn, spawnSync } = await import('node:child_process');
  const { existsSync, writeFileSync } = await import('node:fs');
  const check = (what, holds) => {
    if (!holds) throw new Error(`it does not hold that ${what}`);
    console.log(`inside: ${what}`);
  };
  const refused = (path) => {
    try {
      writeFileSync(path, '');
    } catch (error) {
      return error.code;
    }
  };
  check('the user is 1000', process.getuid() === 1000 && process.getgid() === 1000);
  check('the root cannot be written', refused('/selvage/x') === 'EROFS' && refused('/x') === 'EROFS');
  const main = entrypoint.map((part) => (part.startsWith('dist/') ? `/selvage/${part}` : part));
  const demo = spawnSync(main[0], [...main.slice(1), 'demo', '--time', '2'], { cwd: '/tmp', encoding: 'utf8' });
  if (demo.status !== 0) console.log(demo.stdout, demo.stderr);
  check('the demo makes a marker', demo.status === 0 && existsSync('/tmp/demo-output/marker.svg'));
  const service = spawn(main[0], [...main.slice(1), ...command], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  let healthy = false;
  for (let i = 0; i < 60 && !healthy && service.exitCode === null; i++) {
    healthy = spawnSync(health[0], health.slice(1)).status === 0;
    if (!healthy) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  check("the service answers the image's health check", healthy);
  service.kill('SIGTERM');
  check('the service ends with 0 after SIGTERM', (await ended) === 0);
}

const facts = { entrypoint: Entrypoint, command: Cmd, health: Healthcheck.Test.slice(1) };
const uid = Number(User);
const own = (path, mode) => ({
  destination: path,
  type: 'tmpfs',
  source: 'tmpfs',
  options: ['nosuid', 'nodev', `mode=${mode}`, `uid=${uid}`, `gid=${uid}`, 'size=256m'],
});
const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
console.log(
  JSON.stringify({
    ociVersion: '1.0.2',
    root: { path: process.argv[2], readonly: true },
    hostname: 'selvage',
    process: {
      terminal: false,
      user: { uid, gid: uid },
      env: Env,
      cwd: WorkingDir,
      noNewPrivileges: true,
      capabilities: none,
      args: ['node', '--input-type=module', '-e', `await (${inside})(${JSON.stringify(facts)})`],
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      {
        destination: '/dev',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'strictatime', 'mode=755', 'size=64k'],
      },
      own('/tmp', '1777'),
      own('/data', '755'),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })) },
  }),
);
