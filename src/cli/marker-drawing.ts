/** The picture of a layout: every sheet under the other, the parts where they lie, named and coloured. */
import type { Bin, NestRequest, NestSolution, Placement, Polyline } from '../../gen/selvage/nest/v1/nest_pb.js';
import { GravityDirection } from '../../gen/selvage/nest/v1/nest_pb.js';
import { area, type Drawing, type Point, polyline, type Shape, text } from '../drawing/drawing.js';
import { distinctColor } from '../drawing/palette.js';

/**
 * @param request the request whose polygons and bins `solution` places; sizes are drawn as millimetres
 * @returns a drawing in which a rectangular sheet ends where the layout does
 */
export function markerDrawing(request: NestRequest, solution: NestSolution): Drawing {
  const colors = new Map<string, string>();
  const shapes: Shape[] = [];
  let top = 0;
  for (const [index, bin] of request.bins.entries()) {
    const placed = solution.placements
      .filter((placement) => placement.bin === index)
      .map((placement) => ({ placement, points: placedPoints(request.polygons[placement.index]!, placement) }));
    if (placed.length === 0) continue;
    const sheet = sheetOutline(
      bin,
      request.gravityDirection,
      placed.flatMap(({ points }) => points),
    );
    const box = boxOf(sheet);
    const move = ([x, y]: Point): Point => [x - box.left, y - box.top + top];
    const unit = Math.min(box.right - box.left, box.bottom - box.top) / 1000;
    shapes.push(area(sheet.map(move), 'sheets', { fill: '#f7f4ee', stroke: '#8a8172', strokeWidth: 2 * unit }));
    for (const hole of bin.holes) {
      shapes.push(
        area(pointsOf(hole).map(move), 'holes', { fill: '#ffffff', stroke: '#b3541e', strokeWidth: 2 * unit }),
      );
    }
    for (const { placement, points } of placed) {
      const group = groupOf(placement);
      const color = colors.get(group) ?? distinctColor(colors.size);
      colors.set(group, color);
      shapes.push(area(points.map(move), 'parts', { fill: color, stroke: '#33302a', strokeWidth: 1.5 * unit }));
    }
    for (const { placement, points } of placed) shapes.push(...label(placement.id, points.map(move), unit));
    top += box.bottom - box.top + 60 * unit;
  }
  if (shapes.length === 0) shapes.push(polyline([], 'sheets', {}));
  const size = Math.max(1, top);
  return { title: 'Layout', description: summary(solution), shapes, margin: size / 50 };
}

function summary({ placements, unplaced, utilisation }: NestSolution): string {
  return `${placements.length} parts placed, ${unplaced.length} not; ${(100 * utilisation).toFixed(1)} % of the used area`;
}

/** A part where it lies: turned about its anchor, which comes to `position`. */
function placedPoints(polygon: Polyline, { position, rotation }: Placement): Point[] {
  const points = pointsOf(polygon);
  const box = boxOf(points);
  const [ax, ay] = polygon.origin ? [polygon.origin.x, polygon.origin.y] : [box.left, box.top];
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  return points.map(([x, y]) => [
    position!.x + (x - ax) * cos - (y - ay) * sin,
    position!.y + (x - ax) * sin + (y - ay) * cos,
  ]);
}

const pointsOf = (line: Polyline): Point[] => line.points.map(({ x, y }) => [x, y]);

/** The boundary; a rectangle is cut off along the axis of gravity where the layout ends: a roll is longer than a marker. */
function sheetOutline(bin: Bin, gravity: GravityDirection | undefined, placed: readonly Point[]): Point[] {
  const boundary = pointsOf(bin.boundary!);
  const sheet = boxOf(boundary);
  const isRectangle = boundary.every(
    ([x, y]) => (x === sheet.left || x === sheet.right) && (y === sheet.top || y === sheet.bottom),
  );
  if (!isRectangle) return boundary;
  const used = boxOf(placed);
  const cut = { ...sheet };
  if (gravity === GravityDirection.LEFT) cut.right = used.right;
  else if (gravity === GravityDirection.RIGHT) cut.left = used.left;
  else if (gravity === GravityDirection.BOTTOM) cut.top = used.top;
  else cut.bottom = used.bottom;
  return [
    [cut.left, cut.top],
    [cut.right, cut.top],
    [cut.right, cut.bottom],
    [cut.left, cut.bottom],
  ];
}

function boxOf(points: readonly Point[]): { left: number; top: number; right: number; bottom: number } {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Parts whose ids begin with the same two words (`shirt-M-...`) belong together; one without an id stands alone. */
function groupOf({ id, index }: Placement): string {
  const words = id.split(/[-_. ]+/).filter(Boolean);
  return words.length === 0 ? `#${index}` : words.slice(0, 2).join('-');
}

/** The id along the longer side of the part, as large as fits; nothing on a part too small to read it on. */
function label(id: string, points: readonly Point[], unit: number): Shape[] {
  if (id === '') return [];
  const box = boxOf(points);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const upright = height > width;
  const [along, across] = upright ? [height, width] : [width, height];
  const size = Math.min(22 * unit, across / 3, (0.8 * along) / (0.9 * id.length));
  if (size < 5 * unit) return [];
  const [cx, cy] = centroid(points);
  const at: Point = upright ? [cx - size / 2, cy] : [cx, cy + size / 2];
  return [text(id, at, size, 'names', { anchor: 'middle', rotation: upright ? 90 : 0 })];
}

function centroid(points: readonly Point[]): Point {
  let [sum, sx, sy] = [0, 0, 0];
  for (const [i, [x, y]] of points.entries()) {
    const [nx, ny] = points[(i + 1) % points.length]!;
    const cross = x * ny - nx * y;
    sum += cross;
    sx += (x + nx) * cross;
    sy += (y + ny) * cross;
  }
  return sum === 0 ? points[0]! : [sx / (3 * sum), sy / (3 * sum)];
}
