/** A pattern in many sizes as files: nested SVG, PDF with a layer a size, graded DXF with its rule table. */
import { type ApparelPiece, type ApparelUnits, writeApparelDxf } from '../../drawing/apparel-dxf.js';
import { boundsOf, polyline } from '../../drawing/drawing.js';
import { ascii } from '../../drawing/dxf-tags.js';
import type { Lengths } from '../../drawing/lengths.js';
import { writeSvg } from '../../drawing/svg.js';
import { pageSizes, printedPart } from '../../drawing/tiles.js';
import { writeZip } from '../../drawing/zip.js';
import type { Point } from '../../geometry/point.js';
import type { Draft } from '../draft.js';
import { withEdgeTexts } from '../draft-files.js';
import type { Sheet } from '../sheet.js';
import type { GradedSizes } from './grade.js';
import { layerOf, nestedDrawing } from './nested-drawing.js';
import { RuleTable } from './rule-table.js';

export type SizesPage = keyof typeof pageSizes | 'projector';

/** Distance of the blocks as they are put into the drawing, mm. */
const gap = 30;

/** One group a size, called `size-NAME`. */
export const gradedToSvg = (graded: GradedSizes, draft: Draft, sheet: Sheet): string =>
  writeSvg(nestedDrawing(graded, draft, sheet));

export async function gradedToPdf(
  graded: GradedSizes,
  draft: Draft,
  sheet: Sheet,
  { page, lengths = 'metric' }: { readonly page: SizesPage; readonly lengths?: Lengths },
): Promise<Uint8Array> {
  const { writePdf } = await import('../../drawing/pdf.js');
  const layers = new Map(graded.sizes.map(({ name }) => [layerOf(name), `Size ${name}`]));
  const paper = page === 'projector' ? undefined : printedPart(pageSizes[page]);
  return writePdf(nestedDrawing(graded, draft, sheet, paper), {
    page,
    createdAt: sheet.publishedAt,
    layers,
    lengths,
  });
}

/**
 * A zip of two files of one name. The DXF (ASTM D6673) has every piece in every size. The rule table says how the points of the
 * sample size grow to the others. Both are in millimetres, or in inches.
 */
export function gradedToDxf(
  graded: GradedSizes,
  draft: Draft,
  { publishedAt }: Sheet,
  { lengths = 'metric' }: { readonly lengths?: Lengths } = {},
): Uint8Array {
  const sizeNames = graded.sizes.map(({ name }) => name);
  const units: ApparelUnits = lengths === 'inches' ? 'english' : 'metric';
  const table = new RuleTable(sizeNames, units);
  const rules = new Map(
    graded.grade.map(({ pieceId, differences }) => [pieceId, rulesOf(differences, sizeNames, table)]),
  );
  const pieces: ApparelPiece[] = [];
  let y = 0;
  for (const id of new Set(graded.sizes.flatMap((size) => size.pieces.map((piece) => piece.id)))) {
    let [x, rowHeight] = [0, 0];
    for (const { name, pieces: ofSize } of graded.sizes) {
      const piece = ofSize.find((one) => one.id === id);
      if (!piece) continue;
      const box = boundsOf([polyline(piece.boundary, '', {})]);
      const gradeRules = name === graded.base ? rules.get(id) : undefined;
      const insertAt: Point = [x - box.minX, y - box.minY];
      pieces.push({ ...withEdgeTexts(piece, draft.seams), size: name, insertAt, ...(gradeRules && { gradeRules }) });
      x += box.maxX - box.minX + gap;
      rowHeight = Math.max(rowHeight, box.maxY - box.minY);
    }
    y += rowHeight + gap;
  }
  const dxf = writeApparelDxf(pieces, {
    dialect: 'astm',
    units,
    size: graded.base,
    styleName: draft.name,
    hints: draft.hints,
    halves: false,
    createdAt: publishedAt,
  });
  const stem =
    ascii(draft.name)
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase() || 'pattern';
  const entries = [
    { name: `${stem}.dxf`, content: dxf },
    { name: `${stem}.rul`, content: table.text(draft.name, graded.base, publishedAt) },
  ];
  return writeZip(entries, publishedAt);
}

/** The rule of each point; a size that lacks the piece does not move it. */
function rulesOf(
  differences: GradedSizes['grade'][number]['differences'],
  sizes: readonly string[],
  table: RuleTable,
): number[] {
  const bySize = new Map(differences.map(({ size, points }) => [size, points]));
  return differences[0]!.points.map((_, i) => table.rule(sizes.map((size): Point => bySize.get(size)?.[i] ?? [0, 0])));
}
