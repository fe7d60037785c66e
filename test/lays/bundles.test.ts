/** The CSV of bundles: names of an order stay text in a spreadsheet. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRows } from '../../src/lays/bundles.js';
import type { CutPlan } from '../../src/lays/cut-plan.js';

function cellsOf(name: string, colour: string, rollId: string, shade: string): string[] {
  const plan: CutPlan = {
    markers: [
      {
        garments: [{ name, count: 1, lines: [0] }],
        ...{ width: 1, length: 1, utilisation: 1, parts: 1, cutLength: 1 },
      },
    ],
    lays: [{ marker: 0, plies: [{ cloth: 0, plies: 3, colour, rollId, shade }] }],
    lines: [],
    rolls: [],
    clothLength: 3,
    missing: [],
  };
  const [, row] = bundleRows(plan);
  return [3, 5, 6, 7].map((column) => row![column]!);
}

test('a name that a spreadsheet would evaluate stands behind an apostrophe', () => {
  assert.equal(cellsOf('=1+2', '+navy', '@SUM(A1)', '-x'), ["'=1+2", "'+navy", "'@SUM(A1)", "'-x"]);
  assert.equal(cellsOf('\t=1', '\r=1', '\n=1', '＝1'), ["'\t=1", "'\r=1", "'\n=1", "'＝1"]);
});

test('numbers and other names stay as they are', () => {
  const names = ['36', '-1', 'N-1', 'A-line skirt 36'] as const;
  assert.equal(cellsOf(...names), names);
  assert.equal(cellsOf('a=b', '', '1e3', "'x"), ['a=b', '', '1e3', "'x"]);
});

test.run();
