/** The seams of the library's designs, in sizes of the shipped tables. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftInSizes, latestDesigns, sizesOfTables } from '../../bench/patterns/size-drafts.js';
import type { Piece } from '../../src/patterns/draft.js';
import { designs } from '../../src/patterns/freesewing/design.js';
import { readDesignSewing } from '../../src/patterns/freesewing/design-sewing.js';
import { sewingDocuments } from '../../src/patterns/freesewing/sewing/documents.js';
import { Ring } from '../../src/patterns/grading/ring.js';
import { draft, prepare } from '../../src/patterns/patterns.js';

test('the data of designs are sound, and name designs of the library', () => {
  for (const [design, document] of Object.entries(sewingDocuments)) {
    assert.ok(Object.hasOwn(designs, design), design);
    const { pieces: named, declaration } = readDesignSewing(document);
    assert.ok(declaration.seams.length > 0 && declaration.finished.length > 0, design);
    for (const seam of declaration.seams) {
      for (const { piece, edge: name } of [...seam.first, ...seam.second])
        assert.ok(named.get(piece)?.has(name), `${design}: ${seam.name} needs ${piece}.${name}`);
    }
  }
  assert.ok(Object.keys(sewingDocuments).length >= 15);
});

/** Seams of FreeSewing designs that do not fit to 2 mm in every size, by more than any fit of the designs allows. */
const unfit = new Set([
  'bent: front sleeve seam',
  'carlton: front sleeve seam',
  'charlie: side',
  'jaeger: front sleeve seam',
  'jaeger: front to side',
  'jaeger: lining front to side',
  'jaeger: side to back',
  'jaeger: sleeve cap',
  'penelope: side',
  'simone: side left',
  'simone: side right',
]);

test('in the smallest and the largest size of a table, every seam is walked and fits', async () => {
  const all = await sizesOfTables();
  const sizes = all.filter(({ table, size }) => table.startsWith('EN') && ['34', '56'].includes(size));
  for (const version of latestDesigns()) {
    const { design = '' } = version.content as { design?: string };
    if (version.kind === 'freesewing' && !Object.hasOwn(sewingDocuments, design)) continue;
    for (const { table, size, draft: one, failure } of await draftInSizes(version, sizes)) {
      const who = `${version.name}, ${table} ${size}`;
      assert.ok(one, `${who}: ${failure}`);
      assert.ok(one.seams.length > 0 && one.finished.length > 0, who);
      assert.equal(
        one.errors.filter(({ code }) => /^(edge|seam)_left_out$/.test(code)),
        [],
        who,
      );
      for (const seam of one.seams) {
        const allowed = version.kind === 'definition' ? 0.5 : 2;
        if (unfit.has(`${design}: ${seam.name}`)) continue;
        assert.ok(Math.abs(seam.difference) <= allowed, `${who}, ${seam.name}: ${seam.difference} mm off`);
      }
      for (const { name, value } of one.finished) assert.ok(value > 10 && value < 4000, `${who}, ${name}: ${value} mm`);
      for (const piece of one.pieces) edgesLieOn(piece, who);
    }
  }
});

/** Legs of darts lie inside the outline; the other edges are runs of the seam line. */
function edgesLieOn({ name, seamLine, boundary, edges }: Piece, who: string): void {
  const ring = new Ring(seamLine ?? boundary);
  for (const { name: edgeName, lines } of edges.filter((one) => !/dart/.test(one.name))) {
    for (const point of lines.flat()) {
      const { at } = ring.nearest(point);
      const far = Math.hypot(at[0] - point[0], at[1] - point[1]);
      assert.ok(far < 0.3, `${who}, ${name}.${edgeName} is ${far} mm off the seam line`);
    }
  }
}

test('an edge that ends beyond the drawn seam line is left out with its seams, and every other one lies on it', async () => {
  const cases = [
    ['Simon shirt', { lengthBonus: -4 }, ['front-right.side', 'front-left.side']],
    ['Brian body block', { sleevecapQ1Spread1: 20 }, ['sleeve.cap', 'sleeve.front-underarm']],
  ] as const;
  for (const [name, variables, absent] of cases) {
    const version = latestDesigns().find((one) => one.name === name)!;
    await prepare(version);
    const { pieces, seams, errors } = await draft(version, { variables, unfold: true });
    for (const piece of pieces) edgesLieOn(piece, name);
    const edges = pieces.flatMap(({ id, edges: own }) => own.map((edge) => `${id}.${edge.name}`));
    assert.equal(
      absent.filter((edge) => edges.includes(edge)),
      [],
    );
    assert.is(errors.filter(({ code }) => code === 'edge_left_out').length, absent.length, name);
    const walked = seams.flatMap(({ first, second }) => [...first, ...second]);
    assert.ok(
      walked.length > 0 &&
        !walked.some(({ piece, edge }) => (absent as readonly string[]).includes(`${piece}.${edge}`)),
    );
  }
});

test('the front shoulder of Bella and Noble is shorter by as much as their options say', async () => {
  const women = (await sizesOfTables()).filter(({ table }) => table === 'EN 13402-3 women');
  for (const name of ['Bella body block', 'Noble body block']) {
    const version = latestDesigns().find((one) => one.name === name)!;
    await prepare(version);
    const shoulder = async (options: Readonly<Record<string, number>>, place: number) => {
      const { seams } = await draft(version, { variables: options, unfold: true, body: women[place]!.body });
      return seams.find((seam) => seam.name === 'shoulder')!;
    };
    const eases: number[] = [];
    for (const frontShoulderWidth of [92, 95, 98]) {
      for (const shoulderToShoulderEase of [-1, 5]) {
        const seam = await shoulder({ frontShoulderWidth, shoulderToShoulderEase }, 4);
        const said = `${name}, ${frontShoulderWidth} %, ${shoulderToShoulderEase} %: ${seam.difference} mm off`;
        assert.ok(Math.abs(seam.difference) <= 0.5, said);
        eases.push(seam.ease);
      }
    }
    assert.ok(eases[4]! - eases[0]! > 5, `the ease follows the width of the front: ${eases}`);
    for (const place of women.keys()) assert.ok(Math.abs((await shoulder({}, place)).difference) <= 0.5, name);
  }
});

test.run();
