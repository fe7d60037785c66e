/** Facts that differ between sizes stand in the files of many sizes with the names of the sizes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PagedDocument } from '../../src/drawing/document/paged-document.js';
import { draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { gradeSizes } from '../../src/patterns/grading/grade.js';
import { nestedDrawing } from '../../src/patterns/grading/nested-drawing.js';
import { RuleTable } from '../../src/patterns/grading/rule-table.js';
import { techPack } from '../../src/patterns/techpack/tech-pack.js';
import { type Document, pieces, square } from './square-definition.js';

/** From size 20 on, the seam does not match and a gusset comes in; from 30 on, four pieces are cut. */
const program = loadDefinition(
  square((document: Document) => {
    const outline = [{ move: 'a' }, { line: 'b' }, { line: 'c' }, { line: 'd' }, { close: true }];
    pieces(document)[0]!.edges = { top: ['a', 'b'], bottom: ['d', 'c'] };
    pieces(document)[0]!.quantity = 'size < 30 ? 2 : 4';
    pieces(document).push({ name: 'Gusset', when: 'size >= 20', outline });
    document.seams = [
      { name: 'seam', first: ['square.top'], second: ['square.bottom'], ease: 'size < 20 ? 0 : 1' },
      { name: 'always', first: ['square.top'], second: ['square.bottom'], ease: '2' },
    ];
  }),
);
const drafted = Object.entries({ S: 10, M: 20, L: 30 }).map(([name, size]) => ({
  name,
  draft: draftDefinition(program, { variables: { size }, unfold: true }),
}));
const graded = gradeSizes(drafted, 'S');
const sheet = { subject: '', versionNumber: 1, publishedAt: '2026-01-01T00:00:00.000Z', halves: false };

test('a nested drawing tells the problems of every size, by size', () => {
  const { notes = [] } = nestedDrawing(graded, drafted[0]!.draft, sheet);
  const told = notes.filter((note) => note.startsWith('Warning: '));
  assert.match(told.join('\n'), /^Warning: M: the sides of the seam "seam" are 200\.0 mm/m);
  assert.match(told.join('\n'), /^Warning: L: the sides of the seam "seam" are 300\.0 mm/m);
  assert.not.match(told.join('\n'), /^Warning: .*S.*: the sides of the seam "seam"/m);
  assert.ok(told.some((note) => note.includes('"Gusset" is a piece of M')));
});

test('a nested drawing tells on each piece how often each size is cut, and which sizes lack it', () => {
  const words = (of: typeof drafted): string[] =>
    nestedDrawing(gradeSizes(of, of[0]!.name), of[0]!.draft, sheet).shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.layer === 'labels' ? [shape.text] : [],
    );
  const told = words(drafted);
  for (const line of ['cut 2 of fabric', 'L: cut 4', 'cut 1 of fabric', 'S: none'])
    assert.ok(told.includes(line), `${line} in ${told.join(', ')}`);
  assert.not.ok(words(drafted.slice(0, 1)).some((line) => line.includes(':')));
  const many = Object.entries({ S: 40, M: 10, L: 11, XL: 12, XXL: 41, '3XL': 13 }).map(([name, size]) => ({
    name,
    draft: draftDefinition(program, { variables: { size }, unfold: true }),
  }));
  assert.ok(words(many).includes('M to XL, 3XL: cut 2'));
  assert.ok(words(many).includes('M to XL, 3XL: none'));
});

test('a tech pack lists the pieces of every size, with counts by size, and its problems', () => {
  const facts = { table: '', needs: [], fabricWidth: 1500, distance: 0, seconds: 0, lengths: 'metric' as const };
  const task = { drafted, base: 'S', form: { format: 'json' as const }, sheet, variables: [] };
  const { blocks }: PagedDocument = techPack(graded, task, facts);
  const bill = blocks.find((block) => block.kind === 'table' && block.columns[0]!.title === 'No.');
  assert.ok(bill?.kind === 'table');
  assert.equal(
    bill.rows.map((row) => row.slice(0, 4)),
    [
      ['1', 'Square', 'S, M: 2; L: 4', '–'],
      ['2', 'Gusset', 'S: none; M, L: 1', '–'],
    ],
  );
  assert.is(bill.caption, 'Fabric: 2 pieces, S: 2 cuts; M: 3 cuts; L: 5 cuts');
  const texts = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  assert.ok(texts.some((text) => text.startsWith('Warning: L: the sides of the seam "seam"')));
});

test('a rule table writes names of other scripts as its DXF does', () => {
  const text = new RuleTable(['М', 'L'], 'metric').text('Юбка', 'М', sheet.publishedAt);
  assert.match(text, 'GRADE RULE TABLE: \\U+042E\\U+0431\\U+043A\\U+0430');
  assert.match(text, 'SIZE LIST: \\U+041C L\r\nSAMPLE SIZE: \\U+041C');
  assert.not.match(text, '?');
});

test.run();
