/** A draft as files: apparel DXF for CAD, SVG for screens, PDF for paper. */
import { writeApparelDxf } from '../drawing/apparel-dxf.js';
import { writeSvg } from '../drawing/svg.js';
import { pageSizes } from '../drawing/tiles.js';
import type { Draft, Piece } from './draft.js';
import { draftDrawing, tiledDrawing } from './draft-drawing.js';
import { edgeTexts } from './sewing/edge-names.js';
import type { Sheet } from './sheet.js';

export interface DxfRequest {
  readonly dialect: 'astm' | 'aama';
  readonly units: 'metric' | 'english';
  /** Name of the size, or `MTM` (made to measure). */
  readonly size: string;
  /** Whether the draft was unfolded; halves get a mirror line. */
  readonly unfold: boolean;
  /** Date of the version; the date in the file. */
  readonly publishedAt: string;
}

/** The text of an apparel DXF (R12): ASTM D6673 or ANSI/AAMA-292. */
export const draftToDxf = (draft: Draft, request: DxfRequest): string =>
  writeApparelDxf(
    draft.pieces.map((piece) => withEdgeTexts(piece, draft.seams)),
    {
      dialect: request.dialect,
      units: request.units,
      size: request.size,
      styleName: draft.name,
      hints: draft.hints,
      halves: !request.unfold,
      createdAt: request.publishedAt,
    },
  );

/** The piece for a DXF: its edges and their partners stand on it as words. */
export const withEdgeTexts = (piece: Piece, seams: Draft['seams']): Piece => ({
  ...piece,
  texts: [...piece.texts, ...edgeTexts(piece, seams)],
});

/** The SVG file of a draft in real size. */
export const draftToSvg = (draft: Draft, sheet: Sheet): string => writeSvg(draftDrawing(draft, sheet));

/** The PDF file of a draft in real size: one sheet, or pages of A4 or Letter with marks and a test square. */
export async function draftToPdf(draft: Draft, page: 'full' | 'a4' | 'letter', sheet: Sheet): Promise<Uint8Array> {
  const { writePdf } = await import('../drawing/pdf.js');
  const drawing = page === 'full' ? draftDrawing(draft, sheet) : tiledDrawing(draft, pageSizes[page], sheet);
  return writePdf(drawing, { page, createdAt: sheet.publishedAt, lengths: sheet.lengths });
}
