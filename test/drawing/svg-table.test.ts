/** Every row of the table of SVG in docs/files.md, on a file of its own. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { paintRows } from './svg-paint-rows.js';
import { shapeRows } from './svg-shape-rows.js';
import { rowsUnder } from './table-rows.js';

const rows = { ...shapeRows, ...paintRows };

test('the table and the files have the same rows', () => {
  assert.equal(rowsUnder('How an SVG is read').sort(), Object.keys(rows).sort());
});

for (const [name, check] of Object.entries(rows)) test(`SVG: ${name}`, check);

test.run();
