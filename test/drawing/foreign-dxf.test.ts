/** Files from ezdxf: curves of every kind in nested blocks, in every unit; ezdxf's own outlines are the judge. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParts } from '../../src/services/files/read-parts.js';
import { areaOf, boxAround, perimeterOf } from './table-rows.js';

const python = process.env.PYTHON ?? 'python3';
const hasEzdxf = spawnSync(python, ['-c', 'import ezdxf'], { stdio: 'ignore' }).status === 0;
const files = 120;

type Seen = readonly [area: number, ...box: [number, number, number, number]];

if (hasEzdxf) {
  test(`outlines of ${files} files are where ezdxf sees them, and as large`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'selvage-dxf-'));
    try {
      const run = spawnSync(python, ['test/drawing/foreign_dxf.py', folder, '7', `${files}`], {
        encoding: 'utf8',
        maxBuffer: 16 * 1024 * 1024,
      });
      assert.is(run.status, 0, run.stderr);
      const all = Object.entries(JSON.parse(run.stdout) as Record<string, Seen[]>);
      assert.is(all.length, files);
      for (const [name, seen] of all) {
        const { parts, notes } = readParts(readFileSync(join(folder, name), 'utf8'), { format: 'dxf' });
        assert.equal(notes, [], name);
        assert.is(parts.length, seen.length, name);
        // blocks are drawn in the same order
        for (const [i, [area, ...box]] of seen.entries()) {
          const { points } = parts[i]!;
          const away = boxAround(points).map((side, k) => Math.abs(side - box[k]!));
          assert.ok(Math.max(...away) < 0.1, `${name}, outline ${i}: ${boxAround(points)}, ezdxf ${box}`);
          assert.ok(
            Math.abs(areaOf(points) - area) <= 0.08 * perimeterOf(points),
            `${name}: ${areaOf(points)}, ezdxf ${area}`,
          );
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
} else {
  test('outlines of foreign files are skipped: ezdxf is missing', () => {
    console.log('skipped the files of ezdxf: pip install ezdxf (or set PYTHON to one that has it)');
    assert.is(hasEzdxf, false);
  });
}

test.run();
