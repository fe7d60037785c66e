/** The DXF of a draft, as other readers see it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as dxfParser from 'dxf-parser';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftToDxf } from '../../src/patterns/draft-files.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { dialects, drafts, write } from './dxf-drafts.js';
import { areaOf } from './piece-checks.js';

/** The members in use; the package's own declarations do not resolve as an ES module. */
interface ParsedDxf {
  readonly blocks: Readonly<
    Record<string, { readonly entities: readonly { readonly type: string; readonly layer: string }[] }>
  >;
}
const { default: DxfParser } = dxfParser as unknown as { default: new () => { parseSync(text: string): ParsedDxf } };

const python = process.env.PYTHON ?? 'python3';
const hasEzdxf = spawnSync(python, ['-c', 'import ezdxf'], { stdio: 'ignore' }).status === 0;

if (hasEzdxf) {
  test('ezdxf finds no fault in any pattern and dialect, and the same areas', () => {
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

test('the texts of both dialects carry the facts that geometry cannot', () => {
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

test('the tolerance of curves is 0.1 mm in the unit of the file', () => {
  const told = (dialect: 'astm' | 'aama', units: 'metric' | 'english') =>
    Number(/\r\n(?:Curve )?Tolerance: ([\d.]+)\r\n/.exec(write(drafts[0]!, dialect, units))![1]);
  for (const dialect of ['astm', 'aama'] as const) {
    assert.is(told(dialect, 'metric'), 0.1);
    assert.ok(Math.abs(25.4 * told(dialect, 'english') - 0.1) < 0.001, dialect);
  }
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
  assert.is(on('15').length, front.texts.length + front.edges.length + 8);
  assert.is(text.split('buttonhole 10 mm').length - 1, 8);
  assert.ok(text.includes('\r\nMatch fabric along this line\r\n'));
});

test.run();
