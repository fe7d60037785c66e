/** Names in pictures and plots, which must not depend on fonts: in every script that the font of the package has. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layMarker } from '../../src/drawing/marker/marker.js';
import { markerFileNotes, writeMarkerFile } from '../../src/drawing/marker/marker-file.js';
import { placed, rectangle } from './marker-parts.js';

const markerOf = (name: string) =>
  layMarker({
    polygons: [{ id: name, ...rectangle(300, 200) }],
    bins: [{ boundary: rectangle(400, 300) }],
    placements: [placed(0, 0, 0)],
    unplaced: [],
    gravityDirection: 'left',
  });
const options = { title: 'Names', createdAt: '2026-11-30T00:00:00Z' };

/** The lines of pen 2, which writes the names. */
async function plotted(name: string): Promise<string[]> {
  const plt = String(await writeMarkerFile(markerOf(name), 'plt', options));
  return /SP2;\n([\s\S]*)\nSP1;/.exec(plt)![1]!.split('\n');
}

test('a plot and a picture write Cyrillic, Greek, Armenian and Georgian names in their letters', async () => {
  const [one, other] = ['Жакет', 'Шакет'];
  for (const [first, second] of [
    [one, other],
    ['Φούστα', 'Ψούστα'],
    ['Հայ', 'Ձայ'],
    ['ქარ', 'ძარ'],
  ] as const) {
    assert.not.equal(await plotted(first), await plotted(second), `${first} and ${second}`);
    const [picture, next] = await Promise.all(
      [first, second].map((name) => writeMarkerFile(markerOf(name), 'png', options)),
    );
    assert.not.equal(picture, next, `${first} and ${second} as PNG`);
  }
  for (const format of ['png', 'plt', 'pdf', 'svg'] as const)
    assert.equal(await markerFileNotes(markerOf(one), format, undefined), []);
});

test('a mark above a letter goes where the plain letter has strokes, and stays on others', async () => {
  assert.equal(await plotted('Änne'), await plotted('Anne'));
  assert.not.equal(await plotted('май'), await plotted('маи'));
});

test('letters that the font lacks, too, are boxes, and a note names them', async () => {
  assert.equal(await plotted('袖袖'), await plotted('口口'));
  for (const format of ['png', 'plt', 'pdf'] as const) {
    assert.equal(await markerFileNotes(markerOf('袖 Ж 口'), format, undefined), [
      'letters of names that PDF, PNG and PLT cannot draw: 袖 口',
    ]);
  }
  assert.equal(await markerFileNotes(markerOf('袖 Ж 口'), 'svg', undefined), []);
});

test.run();
