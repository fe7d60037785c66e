/** Texts on the annotation layer of an apparel DXF, each at its place on the piece. */

import type { DxfTextEntity } from '../../drawing/dxf-entity.js';
import type { Point } from '../../geometry/point.js';
import type { PieceText } from '../draft.js';

const annotationLayer = '15';
/** The average width of a letter, spaces included, as a share of its height. */
const letterWidth = 0.8;

/** Whether a text labels a piece. An MTEXT does not: it has control codes and several lines. */
export const isAnnotation = (text: DxfTextEntity): boolean =>
  text.type === 'TEXT' && text.layer === annotationLayer && wordsOf(text) !== '';

const wordsOf = ({ text }: DxfTextEntity): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * @param place maps a point of the drawing to mm, y down
 * @param unitMm mm in one unit of the drawing
 */
export function annotation(entity: DxfTextEntity, place: (point: Point) => Point, unitMm: number): PieceText {
  const text = wordsOf(entity);
  const [x, y] = place(entity.at);
  const radians = (entity.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const height = entity.height * unitMm;
  // From the insertion point on the baseline to the middle of the text. DXF rotates counterclockwise; y runs down here.
  const along = entity.centred ? 0 : (letterWidth * height * text.length) / 2;
  const at: Point = [x + along * cos - (height / 2) * sin, y - along * sin - (height / 2) * cos];
  return { at, text, angle: -entity.rotation };
}
