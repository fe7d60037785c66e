/** Lays the pieces of a draft out side by side, in rows, so that each can be seen whole. */
import type { PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Frame } from '../shell/canvas.js';

export interface LaidPiece {
  readonly piece: PatternPiece;
  /** What the piece is moved by, mm. */
  readonly x: number;
  readonly y: number;
  readonly box: Frame;
}

/** Between pieces, and over each for its name, mm. */
const gap = 40;

export function arrange(pieces: readonly PatternPiece[]): { laid: LaidPiece[]; frame: Frame } {
  const boxes = pieces.map((piece) => ({ piece, box: boxOf(piece.boundary) }));
  const sum = boxes.reduce((area, { box }) => area + (box.width + gap) * (box.height + gap), 0);
  const rowWidth = Math.max(Math.sqrt(sum * 1.7), ...boxes.map(({ box }) => box.width));
  const laid: LaidPiece[] = [];
  let [x, y, rowHeight, right] = [0, 0, 0, 0];
  // Rows of pieces that are about as high leave the least unused.
  for (const { piece, box } of [...boxes].sort((a, b) => b.box.height - a.box.height)) {
    if (x > 0 && x + box.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    laid.push({ piece, x: x - box.left, y: y - box.top, box });
    right = Math.max(right, x + box.width);
    rowHeight = Math.max(rowHeight, box.height);
    x += box.width + gap;
  }
  return { laid, frame: { left: 0, top: 0, width: Math.max(right, 1), height: Math.max(y + rowHeight, 1) } };
}

export function boxOf(points: readonly { readonly x: number; readonly y: number }[]): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left, height: bottom - top };
}
