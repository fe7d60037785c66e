import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as dxfParser from 'dxf-parser';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ascii } from '../../src/drawing/dxf-tags.js';
import type { Draft } from '../../src/patterns/draft.js';
import { draftToDxf } from '../../src/patterns/draft-files.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import type { Json } from '../../src/patterns/pattern-version.js';
import { checkContent, draft } from '../../src/patterns/patterns.js';
import { areaOf, checkPiece } from './piece-checks.js';

const latest = [...new Map(libraryVersions().map((version) => [version.patternId, version])).values()];
const drafts: { draft: Draft; publishedAt: string }[] = [];
for (const version of latest)
  drafts.push({ draft: await draft(version, { variables: {}, unfold: true }), publishedAt: version.publishedAt });

/** The package's own declarations do not resolve as an ES module; this is what is used of it. */
interface ParsedDxf {
  readonly blocks: Readonly<
    Record<string, { readonly entities: readonly { readonly type: string; readonly layer: string }[] }>
  >;
}
const { default: DxfParser } = dxfParser as unknown as { default: new () => { parseSync(text: string): ParsedDxf } };

const dialects = ['astm', 'aama'] as const;
const write = (
  entry: (typeof drafts)[number],
  dialect: 'astm' | 'aama',
  units: 'metric' | 'english' = 'metric',
): string => draftToDxf(entry.draft, { dialect, units, size: 'MTM', unfold: true, publishedAt: entry.publishedAt });

const python = process.env.PYTHON ?? 'python3';
const hasEzdxf = spawnSync(python, ['-c', 'import ezdxf'], { stdio: 'ignore' }).status === 0;

if (hasEzdxf) {
  test('ezdxf finds nothing to complain of in any pattern and dialect, and the same areas', () => {
    const folder = mkdtempSync(join(tmpdir(), 'selvage-dxf-'));
    try {
      drafts.forEach((entry, i) => {
        for (const dialect of dialects)
          writeFileSync(join(folder, `${i}-${dialect}.dxf`), write(entry, dialect), 'latin1');
      });
      const run = spawnSync(python, ['test/patterns/audit_dxf.py', folder], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      assert.is(run.status, 0, run.stderr);
      const report = JSON.parse(run.stdout) as Record<
        string,
        { version: string; errors: string[]; fixes: string[]; areas: Record<string, number> }
      >;
      assert.is(Object.keys(report).length, 2 * drafts.length);
      drafts.forEach((entry, i) => {
        for (const dialect of dialects) {
          const { version, errors, fixes, areas } = report[`${i}-${dialect}.dxf`]!;
          assert.is(version, 'AC1009');
          assert.equal([errors, fixes], [[], []], entry.draft.name);
          const read = Object.values(areas)
            .map(Math.abs)
            .sort((a, b) => a - b);
          const drafted = entry.draft.pieces.map(({ boundary }) => areaOf(boundary)).sort((a, b) => a - b);
          assert.is(read.length, drafted.length);
          for (const [k, value] of read.entries())
            assert.ok(Math.abs(value - drafted[k]!) <= 1e-4 * value, `${entry.draft.name}: ${value} and ${drafted[k]}`);
        }
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
} else console.log('skipped the audit by ezdxf: pip install ezdxf (or set PYTHON to one that has it)');

test('a second reader, dxf-parser, finds every piece with its layers', () => {
  for (const entry of drafts) {
    for (const dialect of dialects) {
      const parsed = new DxfParser().parseSync(write(entry, dialect));
      const blocks = Object.values(parsed.blocks);
      assert.is(blocks.length, entry.draft.pieces.length);
      entry.draft.pieces.forEach((piece, i) => {
        const { entities } = blocks[i]!;
        const on = (layer: string, type: string): number =>
          entities.filter((entity) => entity.layer === layer && entity.type === type).length;
        assert.is(on('1', 'POLYLINE'), 1);
        assert.is(on('14', 'POLYLINE'), piece.seamLine ? 1 : 0);
        assert.is(on('84', 'POLYLINE'), dialect === 'astm' ? 1 : 0);
        assert.is(on('4', 'POINT'), piece.notches.length);
        assert.is(on('13', 'POINT'), piece.drillHoles.length);
        assert.is(on('7', 'LINE'), piece.grainline ? 1 : 0);
        assert.is(on('11', 'POLYLINE'), piece.holes.length);
      });
    }
  }
});

test('the texts of both dialects say what geometry cannot', () => {
  const skirt = drafts.find(({ draft: { name } }) => name === 'A-line skirt')!;
  const astm = write(skirt, 'astm');
  const aama = write(skirt, 'aama');
  for (const text of [astm, aama]) {
    assert.ok(/^[\x20-\x7e\r\n]*$/.test(text), 'ASCII only');
    assert.not.match(text, /[^\r]\n/, 'CRLF everywhere');
    for (const line of [
      'Style Name: A-line skirt',
      'Units: METRIC',
      'Sample Size: MTM',
      'Creation Date: 24-11-2026',
      'Piece Name: Back',
    ]) {
      assert.ok(text.includes(`\r\n${line}\r\n`), line);
    }
  }
  assert.ok(astm.includes('ASTM/D13Proposal 1 Version: D 6673-04'));
  assert.ok(astm.includes('\r\nQuantity: 1,1\r\n') && aama.includes('\r\nQuantity: 2\r\n'));
  const huey = drafts.find(({ draft: { name } }) => name === 'Huey hoodie')!;
  assert.match(write(huey, 'aama'), /\r\nAnnotation: You need a zipper with a maximum length of/);
  assert.is(write(skirt, 'astm'), astm, 'equal requests give equal bytes');
});

test('inches are millimetres divided by 25.4', () => {
  const [entry] = drafts;
  const [metric, english] = (['metric', 'english'] as const).map(
    (units) => importDxf(write(entry!, 'astm', units), { name: 'x' }).content,
  );
  metric!.pieces.forEach((piece, i) => {
    piece.boundary.forEach(([x, y], k) => {
      const [u, v] = english!.pieces[i]!.boundary[k]!;
      assert.ok(Math.hypot(u - x, v - y) < 0.001);
    });
  });
});

test('what is written comes back from the import: pieces, marks, quantities, halves', async () => {
  for (const entry of drafts) {
    const { content, notes } = importDxf(write(entry, 'astm'), { name: entry.draft.name });
    // fixed outlines have no hints of their own, and the import says so
    const { length: hints } = entry.draft.hints;
    const told = { code: 'entity_skipped', message: `left out: ${hints} TEXT outside of pieces` };
    assert.equal(notes, hints === 0 ? [] : [told], entry.draft.name);
    await checkContent('static', content as unknown as Json);
    const again = await draft(
      { kind: 'static', sha256: entry.draft.name, content: content as unknown as Json },
      { variables: {}, unfold: true },
    );
    assert.is(again.pieces.length, entry.draft.pieces.length);
    again.pieces.forEach((piece, i) => {
      const original = entry.draft.pieces[i]!;
      checkPiece(piece, `${entry.draft.name}, read back`);
      assert.is(piece.quantity, original.quantity);
      assert.is(piece.mirrored, original.mirrored);
      assert.is(piece.material, original.material);
      assert.is(piece.notches.length, original.notches.length);
      assert.is(piece.holes.length, original.holes.length);
      assert.equal(piece.drillHoles, original.drillHoles);
      for (const { text, at, angle } of original.texts) {
        const found = piece.texts.some(
          (words) =>
            words.text === ascii(text) &&
            Math.hypot(words.at[0] - at[0], words.at[1] - at[1]) < 0.01 &&
            Math.abs(words.angle - angle) < 0.01,
        );
        assert.ok(found, `${entry.draft.name}, ${piece.name}: "${text}" is missing`);
      }
      const fold = original.foldLine ? 1 : 0;
      assert.is(piece.texts.length, original.texts.length + original.fasteners.length + fold);
      assert.ok(Math.abs(areaOf(piece.boundary) - areaOf(original.boundary)) < 1 + 1e-5 * areaOf(original.boundary));
    });
  }
  const skirt = latest.find(({ name }) => name === 'A-line skirt')!;
  const half = await draft(skirt, { variables: {}, unfold: false });
  const file = draftToDxf(half, {
    dialect: 'aama',
    units: 'metric',
    size: 'M',
    unfold: false,
    publishedAt: skirt.publishedAt,
  });
  const content = importDxf(file, { name: 'half' }).content as unknown as Json;
  const whole = await draft({ kind: 'static', sha256: 'half', content }, { variables: {}, unfold: true });
  assert.ok(Math.abs(areaOf(whole.pieces[0]!.boundary) - 2 * areaOf(half.pieces[0]!.boundary)) < 2);
});

test('buttons and buttonholes are drawn and named, never drilled or cut out', () => {
  const shirt = drafts.find(({ draft: { name } }) => name === 'Simon shirt')!;
  const front = shirt.draft.pieces.find(({ id }) => id === 'front-left')!;
  assert.is(front.fasteners.filter(({ kind }) => kind === 'buttonhole').length, 8);
  const text = draftToDxf(
    { ...shirt.draft, pieces: [front] },
    { dialect: 'astm', units: 'metric', size: 'MTM', unfold: true, publishedAt: shirt.publishedAt },
  );
  const { entities } = Object.values(new DxfParser().parseSync(text).blocks)[0]!;
  const on = (layer: string) => entities.filter((entity) => entity.layer === layer);
  assert.is(on('13').length + on('11').length, 0);
  assert.is(on('8').filter(({ type }) => type === 'POLYLINE').length, front.internalLines.length + 8);
  assert.is(on('15').length, front.texts.length + 8);
  assert.is(text.split('buttonhole 10 mm').length - 1, 8);
  assert.ok(text.includes('\r\nMatch fabric along this line\r\n'));
});

test('both dialects keep how often a piece is cut, from which material, mirrored and on the fold', async () => {
  for (const name of ['Simon shirt', 'Carlton coat', 'A-line skirt']) {
    const version = latest.find((one) => one.name === name)!;
    for (const unfold of [true, false]) {
      const made = await draft(version, { variables: {}, unfold });
      for (const dialect of dialects) {
        const file = draftToDxf(made, {
          dialect,
          units: 'metric',
          size: 'M',
          unfold,
          publishedAt: version.publishedAt,
        });
        const { content, notes } = importDxf(file, { name });
        assert.equal(notes, [], `${name}, ${dialect}`);
        assert.equal(
          content.pieces.map(({ quantity, mirrored, material, foldLine }) => [
            quantity,
            mirrored,
            material,
            !!foldLine,
          ]),
          made.pieces.map(({ quantity, mirrored, material, foldLine }) => [
            quantity,
            mirrored,
            material,
            !!foldLine && !unfold,
          ]),
          `${name}, ${dialect}`,
        );
        const folds = made.pieces.filter(({ foldLine }) => foldLine).length;
        const words = unfold ? '\r\nfold\r\n' : '\r\nplace on the fold\r\n';
        assert.is(file.split(words).length - 1, folds);
        assert.is(file.split(', on the fold').length - 1, unfold ? 0 : folds);
      }
    }
  }
});

const tags = (...lines: (string | number)[]): string => lines.join('\n');
const entities = (...lines: (string | number)[]): string =>
  tags(0, 'SECTION', 2, 'ENTITIES', ...lines, 0, 'ENDSEC', 0, 'EOF', '');

test('plain files: closed polylines are pieces, lines inside them marks; arcs by bulge are arcs', () => {
  const square = (layer: string, low: number, high: number): (string | number)[] => [
    0,
    'LWPOLYLINE',
    8,
    layer,
    90,
    4,
    70,
    1,
    10,
    low,
    20,
    low,
    10,
    high,
    20,
    low,
    10,
    high,
    20,
    high,
    10,
    low,
    20,
    high,
  ];
  const { content, notes } = importDxf(
    entities(...square('CUT', 0, 100), ...square('0', 20, 30), ...square('CUT', 200, 250)),
    { name: 'plain' },
  );
  assert.equal(
    notes.map(({ code }) => code),
    ['unit_assumed'],
  );
  assert.equal(
    content.pieces.map(({ boundary, internalLines }) => [Math.abs(areaOf([...boundary])), internalLines.length]),
    [
      [10_000, 1],
      [2500, 0],
    ],
  );
  const disc = importDxf(entities(0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 1, 10, 0, 20, 0, 42, 1, 10, 100, 20, 0, 42, 1), {
    name: 'disc',
    unitMm: 1,
  });
  const outline = disc.content.pieces[0]!.boundary;
  assert.ok(Math.abs(Math.abs(areaOf([...outline, outline[0]!])) - Math.PI * 2500) < 20);
});

test('a boundary in several pieces is chained', () => {
  const side = (x1: number, y1: number, x2: number, y2: number): (string | number)[] => [
    0,
    'LINE',
    8,
    '1',
    10,
    x1,
    20,
    y1,
    11,
    x2,
    21,
    y2,
  ];
  const file = tags(
    0,
    'SECTION',
    2,
    'BLOCKS',
    0,
    'BLOCK',
    8,
    '1',
    2,
    'P',
    70,
    0,
    10,
    0,
    20,
    0,
    ...side(0, 0, 10, 0),
    ...side(10, 10, 10, 0),
    ...side(0, 10, 0, 0),
    ...side(10, 10, 0, 10),
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'PIECE NAME: Tab',
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'Quantity: 1,1',
    0,
    'ENDBLK',
    0,
    'ENDSEC',
    0,
    'SECTION',
    2,
    'ENTITIES',
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'UNITS: ENGLISH',
    0,
    'ENDSEC',
    0,
    'EOF',
    '',
  );
  const [piece] = importDxf(file, { name: 'tab' }).content.pieces;
  assert.is(piece!.name, 'Tab');
  assert.equal([piece!.quantity, piece!.mirrored], [2, true]);
  assert.ok(Math.abs(Math.abs(areaOf([...piece!.boundary])) - 254 * 254) < 1);
});

test('files that are no DXF are refused with the line', () => {
  const cases: [string, RegExp][] = [
    ['', /empty/],
    ['hello\nworld\n', /line 1: expected a group code/],
    [entities(0, 'LINE', 8, '0', 10, 'abc', 20, 0, 11, 1, 21, 1), /expected a number but found "abc"/],
    [entities(0, 'LINE', 8, '0', 10, 0, 20, 0, 11, 1, 21, 1), /no closed outline/],
    [entities(0, 'LINE', 8, '0', 10, '1e999', 20, 0, 11, 1, 21, 1), /expected a number/],
  ];
  for (const [file, message] of cases) {
    try {
      importDxf(file, { name: 'x' });
      assert.unreachable(String(message));
    } catch (error) {
      assert.match((error as Error).message, message);
    }
  }
});

test.run();
