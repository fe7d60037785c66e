// Writes the bill of materials of what ships (CycloneDX 1.5, by `npm sbom` from package-lock.json), and judges its licences.
// usage: node scripts/sbom.mjs [FILE]   fails with the names of packages whose licence nobody has allowed
//
// The same lock file gives the same bytes: the serial number comes from the content, and the time from SOURCE_DATE_EPOCH or is
// left out.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Licences of SPDX that ask for no more than their notice. MPL-2.0 asks for the source of changed files, too, and we change none.
 * OFL-1.1 forbids the sale of a font alone, and lets a document hold it.
 */
const allowed = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BSL-1.0',
  'Unlicense',
  'MPL-2.0',
  'OFL-1.1',
]);

/** Packages whose licence npm does not find, with the place of it. */
const told = new Map([['hooks@0.3.2', { id: 'MIT', place: 'the old field `licenses` of its package.json' }]]);

/** `AND` asks for all of its licences, `OR` for one of them. An expression that has both is judged by hand. */
function isAllowed(expression) {
  const names = expression.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  if (expression.includes(' AND ') && expression.includes(' OR ')) return false;
  return expression.includes(' OR ')
    ? names.some((name) => allowed.has(name))
    : names.every((name) => allowed.has(name));
}

const licencesOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);

const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
if (status !== 0) throw new Error(stderr);
const { serialNumber: _, metadata, ...bill } = JSON.parse(stdout);
const { timestamp: __, ...about } = metadata;
const epoch = process.env.SOURCE_DATE_EPOCH;
const time = epoch === undefined ? {} : { timestamp: new Date(1000 * Number(epoch)).toISOString() };
// npm names the project after its folder
about.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;

const byLicence = new Map();
const refused = [];
for (const component of bill.components) {
  const name = `${component.name}@${component.version}`;
  if (!component.licenses?.length && told.has(name)) component.licenses = [{ license: { id: told.get(name).id } }];
  const licences = licencesOf(component);
  if (licences.length === 0 || !licences.every(isAllowed))
    refused.push(`${name}: ${licences.join(', ') || 'no licence'}`);
  for (const licence of licences) byLicence.set(licence, (byLicence.get(licence) ?? 0) + 1);
}

const unnumbered = { ...bill, metadata: { ...time, ...about } };
const digest = createHash('sha256').update(JSON.stringify(unnumbered)).digest('hex');
const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
const { $schema, bomFormat, specVersion, ...rest } = unnumbered;
const whole = { $schema, bomFormat, specVersion, serialNumber: `urn:uuid:${uuid}`, ...rest };
const [, , file] = process.argv;
if (file !== undefined) writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);

for (const [licence, count] of [...byLicence].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(5)} ${licence}`);
for (const line of refused) console.error(`not allowed: ${line}`);
console.log(`${bill.components.length} packages ship; ${refused.length} have a licence that nobody has allowed`);
process.exitCode = refused.length > 0 ? 1 : 0;
