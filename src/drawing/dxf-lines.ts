/** All lines of a DXF drawing in millimetres, y down, by their layers; inserted blocks are drawn where they are put. */
import type { DxfDocument, DxfEntity } from './dxf-reader.js';
import type { Point } from './plane.js';

export interface DxfLine {
  readonly layer: string;
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** mm in one unit, by $INSUNITS: inches, feet, mm, cm, m. */
const unitsMm: Readonly<Record<number, number>> = { 1: 25.4, 2: 304.8, 4: 1, 5: 10, 6: 1000 };
const maxInsertDepth = 4;

/** @param unitMm mm in one unit where the file does not say */
export function dxfLines(document: DxfDocument, unitMm = 1): DxfLine[] {
  const scale = (document.units === null ? undefined : unitsMm[document.units]) ?? unitMm;
  const lines: DxfLine[] = [];
  draw(document, document.entities, ([x, y]) => [x * scale, -y * scale], lines, 0);
  return lines;
}

function draw(
  document: DxfDocument,
  entities: readonly DxfEntity[],
  place: (point: Point) => Point,
  into: DxfLine[],
  depth: number,
): void {
  for (const entity of entities) {
    if (entity.kind === 'line') {
      into.push({ layer: entity.layer, points: entity.points.map(place), closed: entity.closed });
    } else if (entity.kind === 'insert' && depth < maxInsertDepth) {
      const { at, scale, rotation } = entity;
      const angle = (rotation * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const inner = ([x, y]: Point): Point => {
        const [sx, sy] = [x * scale[0], y * scale[1]];
        return place([at[0] + sx * cos - sy * sin, at[1] + sx * sin + sy * cos]);
      };
      draw(document, document.blocks.get(entity.block) ?? [], inner, into, depth + 1);
    }
  }
}
