/**
 * Compares every piece that an import of Seamly2D and Valentina files gives with Valentina's own export of it: the area
 * inside the cut line, and its width and height. Valentina (`apt-get install valentina`) draws the reference without a
 * screen, as ASTM DXF; where it is absent, this says so and compares nothing. The sample files are read from wherever they
 * lie, for instance from the examples in Valentina's package; they are not part of the project.
 *
 * usage: npm run build && node dist/bench/patterns/seamly-against-valentina.js FOLDER [PART-OF-A-FILE-NAME]
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import type { ImportNote } from '../../src/patterns/import/note.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { draft } from '../../src/patterns/patterns.js';
import { type SeamlySample, seamlySamples } from './seamly-files.js';

/** Areas may differ by this share: the goal of the import. */
const areaTolerance = 0.005;
/** Width and height may differ by this, mm; said beside the areas, which a wrong shape can keep. */
const extentTolerance = 1;

const [folder, wanted = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node dist/bench/patterns/seamly-against-valentina.js FOLDER [PART-OF-A-FILE-NAME]');
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'selvage-valentina-'));
const environment = { ...process.env, QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: scratch, HOME: scratch };
if (spawnSync('valentina', ['--version'], { env: environment }).error) {
  console.log('skipped: there is no program "valentina" to compare with (apt-get install valentina)');
  rmSync(scratch, { recursive: true });
  process.exit(0);
}

/** Every piece under a name of its own, so that the export can be told apart: `SAMPLE1`, `SAMPLE2`, ... */
function numbered(text: string): { text: string; names: string[] } {
  const names: string[] = [];
  const renamed = text.replace(/<(piece|detail) [^>]*>/g, (tag) => {
    const name = `SAMPLE${names.length + 1}`;
    names.push(/\sname="([^"]*)"/.exec(tag)?.[1] || name);
    const plain = tag.replace(/\sname="[^"]*"/, '').replace(/\sinLayout="[^"]*"/, '');
    return plain.replace(/^<(piece|detail)/, `<$1 name="${name}"`);
  });
  return { text: renamed, names };
}

/** Cut lines in mm by name, as Valentina exports them; layer 84 has the finer copy of layer 1. */
function exported(text: string, measurements: string | null): Map<string, Point[]> {
  const file = join(scratch, 'pattern.val');
  writeFileSync(file, text);
  rmSync(join(scratch, 'out_1.dxf'), { force: true });
  const measured = measurements === null ? [] : ['-m', measurements];
  const call = ['-b', 'out', '-d', scratch, '--exportOnlyDetails', '-f', '28', ...measured, file];
  spawnSync('valentina', call, { env: environment, timeout: 120_000 });
  const outlines = new Map<string, Point[]>();
  if (!existsSync(join(scratch, 'out_1.dxf'))) return outlines;
  const lines = readFileSync(join(scratch, 'out_1.dxf'), 'latin1').split(/\r?\n/);
  let [block, entity, layer] = ['', '', ''];
  let points: [number, number][] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [code, value] = [lines[i]!.trim(), lines[i + 1]!.trim()];
    if (code === '0') {
      if (entity === 'LWPOLYLINE' && (layer === '84' || (layer === '1' && !outlines.has(block))))
        outlines.set(block, points);
      [entity, layer, points] = [value, '', []];
    } else if (code === '2' && entity === 'BLOCK') block = value;
    else if (code === '8') layer = value;
    else if (code === '10') points.push([Number(value), 0]);
    else if (code === '20' && points.length > 0) points.at(-1)![1] = Number(value);
  }
  return outlines;
}

function areaOf(points: readonly Point[]): number {
  const twice = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function extentOf(points: readonly Point[]): [width: number, height: number] {
  const span = (axis: 0 | 1): number => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return [span(0), span(1)];
}

function perimeterOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

/**
 * How one piece came over. `near`: more of its area differs, but no more than Valentina's least allowance (0.23 mm, drawn
 * where the file says 0) on its outline, and no side by more than 5 mm. `no reference`: Valentina draws nothing, or a cut line of more than 20 m.
 */
type Verdict = 'same' | 'near' | 'told' | 'silent' | 'refused' | 'no reference';

const leastAllowance = 0.23;
const largest = 20_000;

const counts = new Map<Verdict, number>();
const causes = new Map<string, number>();
let shapes = 0;

function count(verdict: Verdict, line: string): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict !== 'same') console.log(`  ${verdict.padEnd(12)} ${line}`);
}

async function compare({ file, text, measurements }: SeamlySample): Promise<void> {
  const { text: renamed, names } = numbered(text);
  console.log(`${basename(file)}: ${names.length} pieces`);
  const reference = exported(renamed, measurements);
  const pieces = new Map<string, readonly Point[]>();
  let notes: readonly ImportNote[] = [];
  let failure = '';
  try {
    const source = measurements === null ? null : readFileSync(measurements, 'utf8');
    const imported = importSeamly(renamed, source, basename(file));
    notes = imported.notes;
    const version = { kind: 'definition', sha256: file, content: imported.content } as const;
    for (const { name, boundary } of (await draft(version, { variables: {}, unfold: true })).pieces)
      pieces.set(name, boundary);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error.problems.map(({ message }) => message).join('; ');
  }
  const about = (name: string): string =>
    notes
      .filter(({ message }) => new RegExp(`\\b${name}\\b`).test(message))
      .map(({ message }) => message)
      .join('; ');
  for (const [i, label] of names.entries()) {
    const name = `SAMPLE${i + 1}`;
    const [theirs, ours] = [reference.get(name), pieces.get(name)];
    if (!ours) {
      const reason = about(name) || failure;
      count('refused', `${name} ${label}: ${reason.slice(0, 300)}`);
      const cause = reason.replace(/.*not understood: /, '').slice(0, 60);
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    } else if (!theirs || Math.max(...extentOf(theirs)) > largest) count('no reference', `${name} ${label}`);
    else {
      const share = areaOf(ours) / areaOf(theirs) - 1;
      const [a, b] = [extentOf(ours), extentOf(theirs)];
      const far = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
      if (far <= extentTolerance) shapes++;
      const line = `${name} ${label}: area ${(share * 100).toFixed(2)} %, extent off by ${far.toFixed(1)} mm`;
      const told = about(name);
      if (Math.abs(share) <= areaTolerance) {
        count('same', line);
        if (far > extentTolerance) console.log(`  extent       ${line}`);
      } else if (far <= 5 && Math.abs(areaOf(ours) - areaOf(theirs)) <= leastAllowance * perimeterOf(theirs))
        count('near', line);
      else count(told === '' ? 'silent' : 'told', told === '' ? line : `${line}; told: ${told.slice(0, 200)}`);
    }
  }
}

const samples = seamlySamples(folder).filter(({ file }) => basename(file).includes(wanted));
try {
  for (const sample of samples) await compare(sample);
} finally {
  rmSync(scratch, { recursive: true });
}
const all = [...counts.values()].reduce((a, b) => a + b, 0);
const of = (verdict: Verdict): number => counts.get(verdict) ?? 0;
console.log(`\n${samples.length} files, ${all} pieces`);
console.log(`  ${of('same')} (${((of('same') / all) * 100).toFixed(1)} %) within 0.5 % of Valentina's area`);
console.log(
  `  ${of('near')} within ${leastAllowance} mm of its cut line on average, the least allowance that it draws`,
);
console.log(`  ${shapes} within ${extentTolerance} mm of its width and height`);
console.log(`  ${of('told')} differ and a note says so, ${of('silent')} differ silently, ${of('refused')} refused`);
if (of('no reference') > 0)
  console.log(`  ${of('no reference')} that Valentina does not draw, or draws larger than 20 m`);
for (const [cause, times] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`  ${times} x ${cause}`);
