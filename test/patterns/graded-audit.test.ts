/** A graded DXF as ezdxf reads it: no fault, and every piece of every size at a place of its own. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToDxf } from '../../src/patterns/grading/graded-files.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';
import { temporaryFolder } from '../cli/run-selvage.js';

const python = process.env.PYTHON ?? 'python3';
const hasEzdxf = spawnSync(python, ['-c', 'import ezdxf'], { stdio: 'ignore' }).status === 0;

if (hasEzdxf) {
  test('ezdxf finds no fault in graded files, and no two pieces on one spot', async () => {
    const folder = temporaryFolder();
    for (const name of ['Pencil skirt', 'Bodice block', 'Teagan T-shirt']) {
      const version = libraryVersions().findLast((one) => one.name === name)!;
      const sizes = [];
      for (const waistGirth of [70, 80, 90]) {
        const variables = name === 'Teagan T-shirt' ? { chestGirth: waistGirth + 20 } : { waistGirth };
        sizes.push({ name: `W${waistGirth}`, draft: await draft(version, { variables, unfold: true }) });
      }
      const sheet = { subject: '', versionNumber: 1, publishedAt: version.publishedAt, halves: false };
      const path = join(folder, `${name}.zip`);
      writeFileSync(path, gradedToDxf(gradeSizes(sizes, 'W80'), sizes[1]!.draft, sheet));
      const run = spawnSync(python, ['test/patterns/audit_graded.py', path], { encoding: 'utf8' });
      assert.is(run.status, 0, run.stderr);
      const inserts = sizes.reduce((sum, size) => sum + size.draft.pieces.length, 0);
      assert.equal(JSON.parse(run.stdout), { errors: [], fixes: [], inserts, overlaps: [] }, name);
    }
  });
} else {
  test('the audit of graded files is skipped: ezdxf is missing', () => {
    console.log('skipped the audit by ezdxf: pip install ezdxf (or set PYTHON to one that has it)');
    assert.is(hasEzdxf, false);
  });
}

test.run();
