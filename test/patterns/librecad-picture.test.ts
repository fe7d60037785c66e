/** A graded DXF as LibreCAD draws it: one outline for every piece of every size, none on the spot of another. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftInSizes, latestDesigns, sizesOfTables } from '../../bench/patterns/size-drafts.js';
import { gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToDxf } from '../../src/patterns/grading/graded-files.js';
import { temporaryFolder } from '../cli/run-selvage.js';

const python = process.env.PYTHON ?? 'python3';
const isThere = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore', env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' } }).status === 0;
const missing = [
  ...(isThere(python, '-c', 'import ezdxf') ? [] : ['ezdxf (pip install ezdxf, or set PYTHON to one that has it)']),
  ...(isThere('which', 'librecad') ? [] : ['LibreCAD (apt-get install librecad)']),
];

interface Picture {
  readonly inserts: number;
  readonly outlines: number;
  readonly overlaps: readonly unknown[];
}

function pictureOf(path: string, ...words: string[]): Picture {
  const run = spawnSync(python, ['test/patterns/librecad_picture.py', path, ...words], { encoding: 'utf8' });
  assert.is(run.status, 0, run.stderr);
  return JSON.parse(run.stdout) as Picture;
}

if (missing.length === 0) {
  test('LibreCAD draws every piece of every size at a place of its own', async () => {
    const folder = temporaryFolder();
    const sizes = await sizesOfTables();
    for (const [name, table] of [
      ['Simon shirt', 'EN 13402-3 men'],
      ['A-line skirt', 'EN 13402-3 women'],
      ['Bodice block', 'EN 13402-3 women'],
    ] as const) {
      const version = latestDesigns().find((one) => one.name === name)!;
      const wanted = sizes.filter((size) => size.table === table).slice(1, 5);
      const drafted = (await draftInSizes(version, wanted)).map(({ size, draft }) => ({ name: size, draft: draft! }));
      const sheet = { subject: '', versionNumber: 1, publishedAt: version.publishedAt, halves: false };
      const path = join(folder, `${name}.zip`);
      writeFileSync(path, gradedToDxf(gradeSizes(drafted, drafted[1]!.name), drafted[1]!.draft, sheet));
      const pieces = drafted.reduce((sum, { draft }) => sum + draft.pieces.length, 0);
      assert.equal(pictureOf(path), { inserts: pieces, outlines: pieces, overlaps: [] }, name);
      if (name !== 'A-line skirt') continue;
      const stacked = pictureOf(path, '--stacked');
      assert.ok(stacked.overlaps.length > 0 || stacked.outlines < pieces, 'pieces on one spot are seen');
    }
  });
} else {
  test('the picture of LibreCAD is skipped: it or ezdxf is missing', () => {
    console.log(`skipped the picture of LibreCAD, without ${missing.join(' and ')}`);
    assert.ok(missing.length > 0);
  });
}

test.run();
