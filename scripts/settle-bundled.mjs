// Before `npm pack`: the bundled FreeSewing packages ask for exact versions of each other, some of which were never published.
// Here `overrides` settles that, but npm ignores the overrides of a dependency. So the bundled copies are changed to ask for
// the versions beside them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const scope = 'node_modules/@freesewing';
const manifests = readdirSync(scope).map((name) => {
  const path = `${scope}/${name}/package.json`;
  return { path, manifest: JSON.parse(readFileSync(path, 'utf8')) };
});
const versions = new Map(manifests.map(({ manifest }) => [manifest.name, manifest.version]));
for (const { path, manifest } of manifests) {
  for (const wanted of [manifest.dependencies ?? {}, manifest.peerDependencies ?? {}]) {
    for (const name of Object.keys(wanted)) if (versions.has(name)) wanted[name] = versions.get(name);
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
