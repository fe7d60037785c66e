/** The DXF of a draft, read back by the import. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/json/json.js';
import { draftToDxf } from '../../src/patterns/draft-files.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { checkContent, draft } from '../../src/patterns/patterns.js';
import { dialects, drafts, latest, write } from './dxf-drafts.js';
import { areaOf, checkPiece } from './piece-checks.js';

test('the import reads back a written draft: pieces, marks, quantities, halves', async () => {
  for (const entry of drafts) {
    const { content, notes } = importDxf(write(entry, 'astm'), { name: entry.draft.name });
    // fixed outlines have no hints of their own, and the import says so
    const { length: hints } = entry.draft.hints;
    const told = { code: 'entity_skipped', message: `left out: ${hints} TEXT outside the pieces` };
    assert.equal(notes, hints === 0 ? [] : [told], entry.draft.name);
    await checkContent('static', content as unknown as Json);
    const again = await draft(
      { kind: 'static', sha256: entry.draft.name, content: content as unknown as Json },
      { variables: {}, unfold: true },
    );
    assert.is(again.pieces.length, entry.draft.pieces.length);
    again.pieces.forEach((piece, i) => {
      const original = entry.draft.pieces[i]!;
      checkPiece(piece, `${entry.draft.name}, read back`);
      assert.is(piece.quantity, original.quantity);
      assert.is(piece.mirrored, original.mirrored);
      assert.is(piece.material, original.material);
      assert.is(piece.notches.length, original.notches.length);
      assert.is(piece.holes.length, original.holes.length);
      assert.equal(piece.drillHoles, original.drillHoles);
      for (const { text, at, angle } of original.texts) {
        const found = piece.texts.some(
          (words) =>
            words.text === text &&
            Math.hypot(words.at[0] - at[0], words.at[1] - at[1]) < 0.01 &&
            Math.abs(words.angle - angle) < 0.01,
        );
        assert.ok(found, `${entry.draft.name}, ${piece.name}: "${text}" is missing`);
      }
      const fold = original.foldLine ? 1 : 0;
      const words = original.texts.length + original.fasteners.length + original.edges.length + fold;
      assert.is(piece.texts.length, words);
      assert.ok(Math.abs(areaOf(piece.boundary) - areaOf(original.boundary)) < 1 + 1e-5 * areaOf(original.boundary));
    });
  }
  const skirt = latest.find(({ name }) => name === 'A-line skirt')!;
  const half = await draft(skirt, { variables: {}, unfold: false });
  const file = draftToDxf(half, {
    dialect: 'aama',
    units: 'metric',
    size: 'M',
    unfold: false,
    publishedAt: skirt.publishedAt,
  });
  const content = importDxf(file, { name: 'half' }).content as unknown as Json;
  const whole = await draft({ kind: 'static', sha256: 'half', content }, { variables: {}, unfold: true });
  assert.ok(Math.abs(areaOf(whole.pieces[0]!.boundary) - 2 * areaOf(half.pieces[0]!.boundary)) < 2);
});

test('both dialects keep a piece’s quantity, material, mirroring and fold', async () => {
  for (const name of ['Simon shirt', 'Carlton coat', 'A-line skirt']) {
    const version = latest.find((one) => one.name === name)!;
    for (const unfold of [true, false]) {
      const made = await draft(version, { variables: {}, unfold });
      for (const dialect of dialects) {
        const file = draftToDxf(made, {
          dialect,
          units: 'metric',
          size: 'M',
          unfold,
          publishedAt: version.publishedAt,
        });
        const { content, notes } = importDxf(file, { name });
        assert.equal(notes, [], `${name}, ${dialect}`);
        assert.equal(
          content.pieces.map(({ quantity, mirrored, material, foldLine }) => [
            quantity,
            mirrored,
            material,
            !!foldLine,
          ]),
          made.pieces.map(({ quantity, mirrored, material, foldLine }) => [
            quantity,
            mirrored,
            material,
            !!foldLine && !unfold,
          ]),
          `${name}, ${dialect}`,
        );
        const folds = made.pieces.filter(({ foldLine }) => foldLine).length;
        const words = unfold ? '\r\nfold\r\n' : '\r\nplace on the fold\r\n';
        assert.is(file.split(words).length - 1, folds);
        assert.is(file.split(', on the fold').length - 1, unfold ? 0 : folds);
      }
    }
  }
});

test('names in any script come back; Latin letters lose their marks', async () => {
  const [entry] = drafts;
  const [front, ...others] = entry!.draft.pieces;
  const named = {
    ...entry!.draft,
    pieces: [{ ...front!, name: 'Перёд 前身頃', material: 'Rückenstoff' }, ...others],
    hints: [`Schnitt ${'сложить по долевой '.repeat(20)}`],
  };
  const file = write({ ...entry!, draft: named }, 'astm');
  assert.ok([...file].every((letter) => letter <= '~'));
  const longest = Math.max(...file.split('\r\n').map(({ length }) => length));
  assert.ok(longest <= 250, `a line of ${longest} characters`);
  assert.is(file.split('\\U+0441\\U+043B\\U+043E\\U+0436').length - 1, 20);
  const [read] = importDxf(file, { name: 'names' }).content.pieces;
  assert.equal([read!.name, read!.material], ['Перёд 前身頃', 'Ruckenstoff']);
});

test.run();
