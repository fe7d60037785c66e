/** The time that other first layouts get beside a search. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OtherStarts } from '../../src/nesting/sheets/other-starts.js';

/** Turns of a twentieth of a budget in which one construction takes `cost`; returns the constructions of each turn. */
function turns(count: number, { cost, isOpen, isBetter }: { cost: number; isOpen: boolean; isBetter: boolean }) {
  let used = 0;
  const budget = { used: () => used, stopped: () => used >= 1, poll() {}, passed() {}, attempted() {} };
  const others = new OtherStarts();
  return Array.from({ length: count }, () => {
    let made = 0;
    others.turn(0.05, budget, isOpen, () => {
      made++;
      used += cost;
      return isBetter;
    });
    return made;
  });
}

test('a construction longer than a turn takes the time of the next turns', () => {
  assert.equal(turns(8, { cost: 0.14, isOpen: true, isBetter: false }), [1, 0, 1, 0, 0, 1, 0, 0]);
});

test('turns without a better layout get shorter, unless parts are left over', () => {
  const cost = 0.0099;
  assert.equal(turns(4, { cost, isOpen: false, isBetter: false }), [6, 2, 1, 1]);
  assert.equal(turns(4, { cost, isOpen: false, isBetter: true }), [6, 5, 5, 5]);
  assert.equal(turns(4, { cost, isOpen: true, isBetter: false }), [6, 5, 5, 5]);
});

test('no construction begins after the end of the budget', () => {
  assert.equal(turns(3, { cost: 0.6, isOpen: true, isBetter: true }), [1, 0, 0]);
});

test.run();
