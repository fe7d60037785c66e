/** A failed draft names the very formula or edge of the document that fails. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { checkContent } from '../../src/patterns/patterns.js';
import { type Document, pieces, points, square } from './square-definition.js';

async function placeOf(change: (document: Document) => void): Promise<string> {
  const error = await checkContent('definition', square(change)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, ServiceError);
  return (error as ServiceError).problems.map(({ path }) => path).join();
}

const piece = (document: Document): Document => pieces(document)[0]!;

test('formulas of a piece', async () => {
  const cases: Record<string, (one: Document) => void> = {
    'pieces[0].quantity': (one) => (one.quantity = 'size / 4'),
    'pieces[0].allowance': (one) => (one.allowance = '-size'),
    'pieces[0].when': (one) => (one.when = 'sqrt(-size) > 1'),
    'pieces[0].outline[2].allowance': (one) => ((one.outline as Document[])[2]!.allowance = '-1'),
    'pieces[0].outline[2].line': (one) => ((one.outline as Document[])[2]!.line = { x: '1 / (size - 10)', y: 0 }),
    'pieces[0].holes[0]': (one) => (one.holes = [[{ move: 'a' }, { line: 'a' }, { close: true }]]),
    'pieces[0].texts[0].angle': (one) => (one.texts = [{ at: 'a', text: 'up', angle: '1 / (size - 10)' }]),
    'pieces[0].fasteners[0].size': (one) => (one.fasteners = [{ kind: 'button', at: 'a', size: '-1' }]),
    'pieces[0].notches[0].when': (one) => (one.notches = [{ at: 'a', when: 'sqrt(-size) > 1' }]),
    'pieces[0].internalLines[0].path[1].line': (one) =>
      (one.internalLines = [{ path: [{ move: 'a' }, { line: { x: 0, y: 'sqrt(-size)' } }] }]),
  };
  for (const [place, change] of Object.entries(cases)) {
    assert.is(await placeOf((document) => change(piece(document))), place);
  }
});

test('an edge with a point off the outline', async () => {
  const place = await placeOf((document) => {
    points(document).off = { op: 'xy', x: 5, y: 5 };
    piece(document).edges = { top: ['a', 'b'], middle: ['a', 'off'] };
  });
  assert.is(place, 'pieces[0].edges.middle');
});

test('formulas of seams and finished measurements', async () => {
  const edged = (document: Document): void => {
    piece(document).edges = { top: ['a', 'b'], bottom: ['d', 'c'] };
    document.seams = [{ name: 'seam', first: ['square.top'], second: ['square.bottom'] }];
    document.finished = ['size', 'half'].map((formula) => ({ name: formula, formula }));
  };
  const cases: Record<string, (document: Document) => void> = {
    'seams[0].ease': ({ seams }) => ((seams as Document[])[0]!.ease = 'sqrt(-size)'),
    'seams[0].when': ({ seams }) => ((seams as Document[])[0]!.when = 'sqrt(-size) > 1'),
    'finished[1].formula': ({ finished }) =>
      ((finished as Document[])[1]!.formula = 'edge("square.top") / (size - 10)'),
    'finished[1].when': ({ finished }) => ((finished as Document[])[1]!.when = 'sqrt(-size) > 1'),
  };
  for (const [place, change] of Object.entries(cases)) {
    const found = await placeOf((document) => {
      edged(document);
      change(document);
    });
    assert.is(found, place);
  }
});

test.run();
