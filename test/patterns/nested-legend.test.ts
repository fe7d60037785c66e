/** The legend of a nested drawing: beside the pieces, whole on one page, and never alone on one. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftInSizes, latestDesigns, sizesOfTables } from '../../bench/patterns/size-drafts.js';
import { type Box, boundsOf, type DrawnShape } from '../../src/drawing/drawing.js';
import { overlaps, type PageSize, pageSizes, printedPart, tilesOf } from '../../src/drawing/tiles.js';
import { gradeSizes } from '../../src/patterns/grading/grade.js';
import { nestedDrawing } from '../../src/patterns/grading/nested-drawing.js';

/** Lines and words of the legend, one for each size, and everything else. */
function partsOf(shapes: readonly DrawnShape[], sizes: number): { legend: DrawnShape[]; rest: DrawnShape[] } {
  return { legend: shapes.slice(-2 * sizes), rest: shapes.slice(0, -2 * sizes) };
}

const meets = (box: Box, shapes: readonly DrawnShape[]): boolean =>
  shapes.some((shape) => overlaps(box, boundsOf([shape])));

for (const [name, table, count] of [
  ['Simon shirt', 'FreeSewing men', 10],
  ['A-line skirt', 'EN 13402-3 women', 3],
  ['Huey hoodie', 'ASTM D5585 misses, straight', 12],
] as const) {
  test(`${name}: the legend of ${count} sizes takes no page of its own and lies on no piece`, async () => {
    const version = latestDesigns().find((one) => one.name === name)!;
    const sizes = (await sizesOfTables()).filter((size) => size.table === table).slice(0, count);
    assert.is(sizes.length, count);
    const drafted = (await draftInSizes(version, sizes)).map(({ size, draft }) => ({ name: size, draft: draft! }));
    const sheet = { subject: '', versionNumber: 1, publishedAt: version.publishedAt, halves: false };
    const graded = gradeSizes(drafted, drafted[1]!.name);
    const papers: (PageSize | undefined)[] = [undefined, pageSizes.a0, pageSizes.a4, pageSizes.letter];
    for (const paper of papers) {
      const { shapes } = nestedDrawing(graded, drafted[1]!.draft, sheet, paper && printedPart(paper));
      const { legend, rest } = partsOf(shapes, count);
      const said = `${name}, ${paper?.width ?? 'one sheet'}`;
      const words = legend.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
      assert.equal(
        words,
        sizes.map(({ size }, i) => (i === 1 ? `${size} (base size)` : size)),
        said,
      );
      assert.not.ok(meets(boundsOf(legend), rest), `${said}: the legend lies on a piece`);
      if (!paper) continue;
      const pages = tilesOf(shapes, paper).map(({ box }) => box);
      const ofLegend = pages.filter((box) => meets(box, legend));
      if (count <= 10) assert.is(ofLegend.length, 1, `${said}: pages of the legend`);
      if (paper === pageSizes.a0)
        assert.ok(
          ofLegend.every((box) => meets(box, rest)),
          `${said}: a page of its own`,
        );
    }
  });
}

test.run();
