/** The letters of a PDF: read back as the words that were drawn. */
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentToPdf } from '../../src/drawing/document/document-pdf.js';
import { type DrawnShape, text } from '../../src/drawing/drawing.js';
import { writePdf } from '../../src/drawing/pdf.js';
import { pdfTexts } from './pdf-texts.js';

const createdAt = '2026-11-16T09:00:00Z';

const drawn = (words: readonly string[], page: 'full' | 'a4' = 'full'): Promise<Uint8Array> => {
  const shapes = words.map((word, i): DrawnShape => text(word, [0, 10 * i], 5, 'names'));
  return writePdf({ title: 'Names', description: '', notes: [], shapes, margin: 10 }, { page, createdAt });
};

const words = [
  'синий, белый, тёмный',
  'Łódź, žluťoučký, ăşţ, ő, Đặng',
  'Ελληνικά: μπλε ύφασμα',
  'Հայերեն, ქართული',
  'plain Latin: Größe 38, œuvre',
];

test('Latin with all marks, Cyrillic, Greek, Armenian and Georgian are drawn in their letters', async () => {
  for (const page of ['full', 'a4'] as const) {
    const texts = await pdfTexts(await drawn(words, page));
    for (const word of words.slice(0, 4)) assert.ok(texts.includes(word), `${page}: ${word}: ${texts}`);
  }
  assert.equal(await drawn(words), await drawn(words), 'equal drawings give equal bytes');
});

test('a long title leaves room for the number of each page', async () => {
  const shapes = [text('far', [0, 0], 5, 'names'), text('away', [400, 300], 5, 'names')];
  for (const [title, shown] of [
    ['A set of linen for three people. '.repeat(9), /^A set of linen .* \.\.\. - page A1, 1 of/m],
    ['Zwei', /^Zwei - page A1, 1 of/m],
  ] as const) {
    const drawing = { title, description: '', shapes, margin: 10 };
    const texts = (await pdfTexts(await writePdf(drawing, { page: 'a4', createdAt }))).join('\n');
    const numbers = [...texts.matchAll(/ - page [A-Z]+\d+, (\d+) of \d+$/gm)].map(([, number]) => Number(number));
    assert.ok(numbers.length > 1, texts);
    assert.equal(
      [...numbers.keys()],
      numbers.map((number) => number - 1),
    );
    assert.match(texts, shown);
  }
});

test('a file holds the letters that it uses, and no font where Helvetica has them', async () => {
  const latin = await drawn(['plain Latin: Größe 38, œuvre']);
  assert.ok(latin.length < 2_000, `${latin.length} bytes`);
  const cyrillic = await drawn(['синий']);
  assert.ok(cyrillic.length < latin.length + 10_000, `${cyrillic.length} bytes`);
});

test('a letter and its mark count as one, and a break of a line as a space', async () => {
  const texts = await pdfTexts(await drawn(['cafe\u0301', 'кои\u0306', 'a\nb']));
  for (const word of ['caf\xe9', 'кой', 'a b']) assert.ok(texts.includes(word), `${word}: ${texts}`);
});

test('a letter that no font has leaves a mark in its place', async () => {
  const texts = await pdfTexts(await drawn(['蓝色 blue', '👗']));
  assert.ok(texts.includes('\ufffd\ufffd blue') && texts.includes('\ufffd'), `${texts}`);
});

test('a document is laid out by the widths of its letters', async () => {
  const long = Array.from({ length: 30 }, () => 'широкая').join(' ');
  const bytes = await documentToPdf({
    title: 'План раскроя',
    facts: [],
    createdAt,
    blocks: [
      { kind: 'paragraph', text: long },
      { kind: 'table', caption: 'Cloths', columns: [{ title: 'Colour' }], rows: [['синий'], ['белый']] },
    ],
  });
  const texts = await pdfTexts(bytes);
  for (const word of ['План раскроя', 'синий', 'белый']) assert.ok(texts.includes(word), `${word}: ${texts}`);
  const lines = texts.filter((line) => line.startsWith('широкая'));
  assert.is(lines.join(' '), long);
  assert.ok(lines.length > 2, 'the wide letters need more lines');
  assert.is((await PDFDocument.load(bytes)).getTitle(), 'План раскроя');
});

test.run();
