/**
 * Compares every imported piece of Seamly2D and Valentina files with Valentina's own export of it: the area inside the
 * cut line, and its width and height. Valentina (`apt-get install valentina`) draws the reference without a screen, as
 * ASTM DXF. Without Valentina the bench says so and compares nothing. The sample files are not part of the project;
 * they may lie anywhere, for instance in the examples of Valentina's package.
 *
 * usage: npm run build && node dist/bench/patterns/seamly-against-valentina.js FOLDER [PART-OF-A-FILE-NAME]
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import { unitLength } from '../../src/patterns/definition/definition.js';
import { defaultScope, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { drawPiece } from '../../src/patterns/definition/piece-outline.js';
import { compute } from '../../src/patterns/definition/program.js';
import type { ImportNote } from '../../src/patterns/import/note.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import type { Json } from '../../src/patterns/pattern-version.js';
import { draft } from '../../src/patterns/patterns.js';
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

/** The cut lines of Valentina's export in mm, by name; layer 84 has a finer copy of layer 1. */
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

const agree = (ours: readonly Point[] | undefined, theirs: readonly Point[] | undefined): boolean =>
  ours !== undefined && theirs !== undefined && Math.abs(areaOf(ours) / areaOf(theirs) - 1) <= areaTolerance;

/** A definition with every allowance raised to the least one. */
function withLeastAllowance(content: unknown): unknown {
  const document = content as { unit: 'mm' | 'cm' | 'in'; pieces: { corner?: string; outline: object[] }[] };
  const least = leastAllowance / unitLength[document.unit];
  const widened = <T extends object>(part: T): T => {
    const entries = Object.entries(part).map(([key, value]) =>
      /^allowance/.test(key) ? [key, `max(${String(value)}, ${least})`] : [key, value],
    );
    return Object.fromEntries(entries) as T;
  };
  // Only pieces with an allowance have a kind of corner.
  const pieces = document.pieces.map((piece) =>
    piece.corner === undefined ? piece : { ...widened(piece), outline: piece.outline.map(widened) },
  );
  return { ...document, pieces };
}

async function outlinesOf(file: string, content: unknown): Promise<Map<string, readonly Point[]>> {
  const version = { kind: 'definition', sha256: file, content: content as Json } as const;
  const { pieces } = await draft(version, { variables: {}, unfold: true });
  return new Map(pieces.map(({ name, boundary }) => [name, boundary]));
}

/**
 * The result of one piece. `least`: it agrees once the import has Valentina's least allowance, which Valentina draws
 * instead of a smaller one. `coarse`: a note says that a corner depends on how finely curves are drawn. The piece
 * agrees once the import draws them by chords 0.3 mm off, about as coarsely as Valentina. `fault`: a note says that it
 * differs, and Valentina agrees once the file is rewritten (`valentina-faults.ts`). `no reference`: Valentina draws
 * nothing, or a cut line of more than 20 m.
 */
type Verdict = 'same' | 'least' | 'coarse' | 'fault' | 'told' | 'silent' | 'refused' | 'no reference';

/** Least allowance of Valentina 0.7.52, mm: measured on a square without an allowance. */
const leastAllowance = 0.23;
const coarseTolerance = 0.3;
const largest = 20_000;

const counts = new Map<Verdict, number>();
const causes = new Map<string, number>();
let shapes = 0;

function count(verdict: Verdict, line: string): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict !== 'same') console.log(`  ${verdict.padEnd(12)} ${line}`);
}

/** Cut lines by name, with curves drawn coarsely. */
function coarseOutlines(content: unknown): Map<string, readonly Point[]> {
  const program = loadDefinition(content as Json);
  const scope = defaultScope(program);
  compute(program, scope);
  const scale = unitLength[program.definition.unit];
  return new Map(
    program.pieces.map((piece) => {
      const { name, cut } = drawPiece(piece, piece.trace(scope), scale, coarseTolerance);
      return [name, cut.outers[0] ?? []];
    }),
  );
}

async function compare({ file, text, measurements }: SeamlySample): Promise<void> {
  const { text: renamed, names } = numbered(text);
  console.log(`${basename(file)}: ${names.length} pieces`);
  const reference = exported(renamed, measurements);
  let pieces = new Map<string, readonly Point[]>();
  let least = pieces;
  let coarse = pieces;
  let notes: readonly ImportNote[] = [];
  let failure = '';
  try {
    const source = measurements === null ? null : readFileSync(measurements, 'utf8');
    const imported = importSeamly(renamed, source, basename(file));
    notes = imported.notes;
    pieces = await outlinesOf(file, imported.content);
    least = await outlinesOf(`${file} least`, withLeastAllowance(imported.content));
    coarse = coarseOutlines(imported.content);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error.problems.map(({ message }) => message).join('; ');
  }
  const exports = new Map<Fault['rewrite'], Map<string, Point[]>>();
  /** Valentina's export of the rewritten file; null where the rewriting changes nothing. */
  const again = (rewrite: Fault['rewrite']): Map<string, Point[]> | null => {
    const text = rewrite(renamed);
    if (text === renamed) return null;
    if (!exports.has(rewrite)) exports.set(rewrite, exported(text, measurements));
    return exports.get(rewrite)!;
  };
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
      } else if (agree(least.get(name), theirs)) count('least', line);
      else if (told === '') count('silent', line);
      else {
        const fault = faults.find(({ rewrite }) => agree(ours, again(rewrite)?.get(name)));
        if (/how finely/.test(told) && agree(coarse.get(name), theirs)) count('coarse', line);
        else if (fault) count('fault', `${line}; Valentina ${fault.name}`);
        else count('told', `${line}; told: ${told.slice(0, 200)}`);
      }
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
const proved = of('same') + of('least') + of('coarse') + of('fault');
console.log(`\n${samples.length} files, ${all} pieces`);
console.log(`  ${of('same')} (${((of('same') / all) * 100).toFixed(1)} %) within 0.5 % of Valentina's area`);
console.log(`  ${of('least')} more once the import draws ${leastAllowance} mm as its least allowance, like Valentina`);
console.log(
  `  ${of('coarse')} more once the import draws curves by chords ${coarseTolerance} mm off, as coarsely as Valentina`,
);
console.log(`  ${of('fault')} with a note of a difference, and Valentina agrees once its fault is avoided`);
console.log(`  ${proved} (${((proved / all) * 100).toFixed(1)} %) of these together`);
console.log(`  ${shapes} within ${extentTolerance} mm of its width and height`);
console.log(`  ${of('told')} differ and a note says so, ${of('silent')} differ silently, ${of('refused')} refused`);
if (of('no reference') > 0) console.log(`  ${of('no reference')} not drawn by Valentina, or larger than 20 m`);
for (const [cause, times] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`  ${times} x ${cause}`);
