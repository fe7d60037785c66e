/** Every row of the table of DXF in docs/files.md, on a file of its own. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { curveRows } from './dxf-curve-rows.js';
import { otherRows } from './dxf-other-rows.js';
import { rowsUnder } from './table-rows.js';

const rows = { ...curveRows, ...otherRows };

test('the table and the files have the same rows', () => {
  assert.equal(rowsUnder('How a DXF is read').sort(), Object.keys(rows).sort());
});

for (const [name, check] of Object.entries(rows)) test(`DXF: ${name}`, check);

test.run();
