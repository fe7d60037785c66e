/**
 * Draws the edges of the bodice block in the colours of their seams, for docs/sizes.md. A test compares the picture with the
 * block.
 *
 *     node dist/scripts/draw-seams.js
 */

import { writeFileSync } from 'node:fs';
import { area, boundsOf, type Drawing, type DrawnShape, polyline, text } from '../src/drawing/drawing.js';
import { writeSvg } from '../src/drawing/svg.js';
import type { Point } from '../src/geometry/point.js';
import { draftDefinition, loadDefinition } from '../src/patterns/definition/draft-definition.js';
import { libraryVersions } from '../src/patterns/library/library.js';
import { edgeTexts } from '../src/patterns/sewing/edge-names.js';

export const seamsPicture = 'docs/images/seams.svg';

const colors = ['#1d4ed8', '#b91c1c', '#047857', '#7c3aed', '#b45309', '#0e7490', '#be185d', '#4d7c0f', '#6b7280'];
const ink = '#1f2933';
const gap = 40;

export function drawSeams(): string {
  const block = libraryVersions().findLast(({ name }) => name === 'Bodice block')!;
  const { pieces, seams } = draftDefinition(loadDefinition(block.content), { variables: {}, unfold: false });
  const seamOf = (piece: string, edge: string): number =>
    seams.findIndex(({ first, second }) =>
      [...first, ...second].some((one) => one.piece === piece && one.edge === edge),
    );
  const shapes: DrawnShape[] = [];
  let left = 0;
  for (const piece of pieces) {
    const box = boundsOf([polyline(piece.boundary, '', {})]);
    const moved = ([x, y]: Point): Point => [x - box.minX + left, y - box.minY];
    shapes.push(area(piece.boundary.map(moved), 'pieces', { fill: '#f3f4f6', stroke: '#9ca3af', strokeWidth: 1 }));
    const words = edgeTexts(piece, []);
    piece.edges.forEach(({ name, lines }, i) => {
      const stroke = colors[seamOf(piece.id, name)] ?? '#d1d5db';
      for (const line of lines) shapes.push(polyline(line.map(moved), 'edges', { stroke, strokeWidth: 4 }));
      if (name.includes('dart')) return;
      const { at, angle } = words[i]!;
      const [x, y] = moved(at);
      shapes.push(text(name, [x, y], 8, 'names', { anchor: 'middle', rotation: angle, color: ink }));
    });
    const middle: Point = moved([(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]);
    shapes.push(text(piece.name, middle, 14, 'names', { anchor: 'middle', color: ink }));
    left += box.maxX - box.minX + gap;
  }
  const bottom = boundsOf(shapes).maxY + gap;
  seams.forEach(({ name, firstLength, secondLength, ease }, i) => {
    const [x, y] = [300 * (i % 3), bottom + 24 * Math.floor(i / 3)];
    const lengths = `${firstLength.toFixed(1)} = ${secondLength.toFixed(1)}${ease === 0 ? '' : ` + ${ease.toFixed(1)}`}`;
    shapes.push(
      polyline(
        [
          [x, y],
          [x + 24, y],
        ],
        'legend',
        { stroke: colors[i]!, strokeWidth: 4 },
      ),
    );
    shapes.push(text(`${name}: ${lengths} mm`, [x + 32, y + 4], 9, 'legend', { color: ink }));
  });
  const drawing: Drawing = { title: 'Edges and seams of the bodice block', description: '', shapes, margin: 20 };
  return writeSvg(drawing, { background: '#ffffff' });
}

if (process.argv[1]?.endsWith('draw-seams.js')) writeFileSync(seamsPicture, drawSeams());
