/** The words on the annotation layer of an apparel DXF: each stands at a place of its piece. */

import type { DxfTextEntity } from '../../drawing/dxf-entity.js';
import type { Point } from '../../geometry/point.js';
import type { PieceText } from '../draft.js';

const annotationLayer = '15';
/** Letters are so much wider than high, spaces and all, more or less. */
const letterWidth = 0.8;

/** Whether a text is a line of words for a piece; an MTEXT has codes and lines of its own. */
export const isAnnotation = (text: DxfTextEntity): boolean =>
  text.type === 'TEXT' && text.layer === annotationLayer && wordsOf(text) !== '';

const wordsOf = ({ text }: DxfTextEntity): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * @param place from the drawing to mm, y down
 * @param unitMm mm in one unit of the drawing
 */
export function annotation(entity: DxfTextEntity, place: (point: Point) => Point, unitMm: number): PieceText {
  const text = wordsOf(entity);
  const [x, y] = place(entity.at);
  const radians = (entity.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const height = entity.height * unitMm;
  // from the place on the baseline to the middle of the words; rotations are against the clock, and y runs down here
  const along = entity.centred ? 0 : (letterWidth * height * text.length) / 2;
  const at: Point = [x + along * cos - (height / 2) * sin, y - along * sin - (height / 2) * cos];
  return { at, text, angle: -entity.rotation };
}
