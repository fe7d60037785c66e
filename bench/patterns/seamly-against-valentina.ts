/**
 * Compares every imported piece of Seamly2D and Valentina files with Valentina's own export of it: the area inside the
 * cut line, and its width and height. Valentina (`apt-get install valentina`) draws the reference without a screen, as
 * ASTM DXF. Without Valentina the bench says so and compares nothing. The sample files are not part of the project;
 * they may lie anywhere, for instance in the examples of Valentina's package.
 *
 * usage: npm run build && node dist/bench/patterns/seamly-against-valentina.js FOLDER [PART-OF-A-FILE-NAME]
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import type { Json } from '../../src/json/json.js';
import { unitLength } from '../../src/patterns/definition/definition.js';
import type { Piece } from '../../src/patterns/draft.js';
import type { ImportNote } from '../../src/patterns/import/note.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { draft } from '../../src/patterns/patterns.js';
import { saidByPoints } from './said-by-points.js';
import { type SeamlySample, seamlySamples } from './seamly-files.js';
import { type Fault, faults } from './valentina-faults.js';

/** The goal of the import: the greatest difference of areas, as a share. */
const areaTolerance = 0.005;
/**
 * The greatest difference of width and height, mm. It is told beside the areas, since a wrong shape can keep its area.
 */
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

/** Gives every piece a name of its own to tell the exports apart: `SAMPLE1`, `SAMPLE2`, ... */
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

/** The lines of Valentina's export in mm, by name; layers 84 and 87 have finer copies of 1 and 14. */
interface Exported {
  readonly cuts: Map<string, Point[]>;
  readonly seams: Map<string, Point[]>;
}

/** Time limit of one export, ms. */
const slowest = 900_000;

/** @param fineness of curves, 0.2 to 10; null: Valentina's own default */
function exported(text: string, measurements: string | null, fineness: number | null = null): Exported {
  const file = join(scratch, 'pattern.val');
  writeFileSync(file, text);
  rmSync(join(scratch, 'out_1.dxf'), { force: true });
  const settings = join(scratch, '.config', 'ValentinaTeam');
  mkdirSync(settings, { recursive: true });
  const setting = fineness === null ? '' : `[pattern]\ncurveApproximationScale=${fineness}\n`;
  writeFileSync(join(settings, 'Valentina.ini'), setting);
  const measured = measurements === null ? [] : ['-m', measurements];
  const call = ['-b', 'out', '-d', scratch, '--exportOnlyDetails', '-f', '28', ...measured, file];
  const { error } = spawnSync('valentina', call, { env: environment, timeout: slowest });
  // on a busy machine; a piece must not count as one that Valentina does not draw
  if (error) throw error;
  const found: Exported = { cuts: new Map(), seams: new Map() };
  if (!existsSync(join(scratch, 'out_1.dxf'))) return found;
  const lines = readFileSync(join(scratch, 'out_1.dxf'), 'latin1').split(/\r?\n/);
  let [block, entity, layer] = ['', '', ''];
  let points: [number, number][] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [code, value] = [lines[i]!.trim(), lines[i + 1]!.trim()];
    if (code === '0') {
      if (entity === 'LWPOLYLINE') {
        if (layer === '84' || (layer === '1' && !found.cuts.has(block))) found.cuts.set(block, points);
        if (layer === '87' || (layer === '14' && !found.seams.has(block))) found.seams.set(block, points);
      }
      [entity, layer, points] = [value, '', []];
    } else if (code === '2' && entity === 'BLOCK') block = value;
    else if (code === '8') layer = value;
    else if (code === '10') points.push([Number(value), 0]);
    else if (code === '20' && points.length > 0) points.at(-1)![1] = Number(value);
  }
  return found;
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

const agree = (ours: readonly Point[] | undefined, theirs: readonly Point[] | undefined): boolean =>
  ours !== undefined && theirs !== undefined && Math.abs(areaOf(ours) / areaOf(theirs) - 1) <= areaTolerance;

async function piecesOf(file: string, content: unknown): Promise<Map<string, Piece>> {
  const version = { kind: 'definition', sha256: file, content: content as Json } as const;
  const { pieces } = await draft(version, { variables: {}, unfold: true });
  return new Map(pieces.map((piece) => [piece.name, piece]));
}

/**
 * The result of one piece. `proved`: a note says that it differs, and Valentina agrees once its fault is avoided: in a
 * rewritten file (`valentina-faults.ts`), or with the points of the same seam line (`said-by-points.ts`). `marked`: a
 * note says that it differs. `no reference`: Valentina draws nothing, or a cut line of more than 20 m.
 */
type Verdict = 'same' | 'proved' | 'marked' | 'silent' | 'refused' | 'no reference';

const largest = 20_000;

const counts = new Map<Verdict, number>();
const causes = new Map<string, number>();
let shapes = 0;

function count(verdict: Verdict, line: string): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict !== 'same') console.log(`  ${verdict.padEnd(12)} ${line}`);
}

/** How Valentina agrees with a piece although its export of the file does not; null where it does not. */
type Proof = (name: string, ours: Piece) => string | null;

function proofs(text: string, measurements: string | null, reference: Exported, mm: number): Proof {
  const exports = new Map<Fault, Exported>();
  /** Valentina's export with the fault avoided; null where it does not apply. */
  const again = (fault: Fault): Exported | null => {
    const rewritten = fault.rewrite(text);
    if (rewritten === text && fault.fineness === undefined) return null;
    if (!exports.has(fault)) exports.set(fault, exported(rewritten, measurements, fault.fineness ?? null));
    return exports.get(fault)!;
  };
  return (name, { boundary, seamLine }) => {
    const fault = faults.find((one) => agree(boundary, again(one)?.cuts.get(name)));
    if (fault) return fault.name;
    if (!seamLine || !agree(seamLine, reference.seams.get(name))) return null;
    const said = saidByPoints(text, name, seamLine, mm);
    const isSo = said !== null && agree(boundary, exported(said, measurements).cuts.get(name));
    return isSo ? 'gives its seam line another allowance: it agrees with the points of the same seam line' : null;
  };
}

async function compare({ file, text, measurements }: SeamlySample): Promise<void> {
  const { text: renamed, names } = numbered(text);
  console.log(`${basename(file)}: ${names.length} pieces`);
  const reference = exported(renamed, measurements);
  let pieces = new Map<string, Piece>();
  let mm = 1;
  let notes: readonly ImportNote[] = [];
  let failure = '';
  try {
    const source = measurements === null ? null : readFileSync(measurements, 'utf8');
    const imported = importSeamly(renamed, source, basename(file));
    notes = imported.notes;
    mm = unitLength[(imported.content as { unit: keyof typeof unitLength }).unit];
    pieces = await piecesOf(file, imported.content);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error.problems.map(({ message }) => message).join('; ');
  }
  const proofOf = proofs(renamed, measurements, reference, mm);
  const about = (name: string): string =>
    notes
      .filter(({ message }) => new RegExp(`\\b${name}\\b`).test(message))
      .map(({ message }) => message)
      .join('; ');
  for (const [i, label] of names.entries()) {
    const name = `SAMPLE${i + 1}`;
    const [theirs = [], ours] = [reference.cuts.get(name), pieces.get(name)];
    if (!ours) {
      const reason = about(name) || failure;
      count('refused', `${name} ${label}: ${reason.slice(0, 300)}`);
      const cause = reason.replace(/.*not converted: /, '').slice(0, 60);
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
      continue;
    }
    const [a, b] = [extentOf(ours.boundary), extentOf(theirs)];
    const isDrawn = theirs.length > 0 && Math.max(...b) <= largest;
    const told = about(name);
    if (!isDrawn) {
      const proof = told === '' ? null : proofOf(name, ours);
      if (proof) count('proved', `${name} ${label}: no usable reference; Valentina ${proof}`);
      else count('no reference', `${name} ${label}`);
      continue;
    }
    const share = areaOf(ours.boundary) / areaOf(theirs) - 1;
    const far = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
    if (far <= extentTolerance) shapes++;
    const line = `${name} ${label}: area ${(share * 100).toFixed(2)} %, extent off by ${far.toFixed(1)} mm`;
    if (Math.abs(share) <= areaTolerance) {
      count('same', line);
      if (far > extentTolerance) console.log(`  extent       ${line}`);
      continue;
    }
    const proof = told === '' ? null : proofOf(name, ours);
    if (told === '') count('silent', line);
    else if (proof) count('proved', `${line}; Valentina ${proof}`);
    else count('marked', `${line}; told: ${told.slice(0, 300)}`);
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
const percent = (number: number): string => `${((number / all) * 100).toFixed(1)} %`;
const together = of('same') + of('proved');
console.log(`\n${samples.length} files, ${all} pieces`);
console.log(`  ${of('same')} (${percent(of('same'))}) within 0.5 % of Valentina's area`);
console.log(`  ${of('proved')} more once Valentina's fault is avoided; a note tells of each`);
console.log(`  ${together} (${percent(together)}) in these together`);
console.log(`  ${of('marked')} differ and a note says so, ${of('silent')} differ silently, ${of('refused')} refused`);
console.log(`  ${shapes} within ${extentTolerance} mm of its width and height`);
if (of('no reference') > 0)
  console.log(`  ${of('no reference')} that Valentina does not draw, or draws larger than 20 m`);
for (const [cause, times] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`  ${times} x ${cause}`);
