/**
 * Draws docs/images/nesting/stripes.svg: the marker of a shirt on checked cloth, and its fronts and back laid together, each
 * with the cloth that it is cut from. The solver makes the marker with fixed work. docs/images/striped-marker.svg is the picture
 * that the service writes of the same marker.
 *
 *     node dist/scripts/draw-stripes.js
 */
import { writeFileSync } from 'node:fs';
import { matchedMarker } from '../bench/patterns/matched-marker.js';
import { draftInSizes, latestDesigns, sizesOfTables } from '../bench/patterns/size-drafts.js';
import { layMarker } from '../src/drawing/marker/marker.js';
import { markerDrawing } from '../src/drawing/marker/marker-drawing.js';
import { writeSvg } from '../src/drawing/svg.js';
import { type Orientation, oriented } from '../src/geometry/orientation.js';
import type { Point } from '../src/geometry/point.js';
import type { NestRequest, Placement, Solution } from '../src/nesting/request.js';
import { solve } from '../src/nesting/solver.js';

const file = 'docs/images/nesting/stripes.svg';
const repeats = [80, 60] as const;
const width = 1500;
const scale = 0.42;
const gap = 40;
const colours = ['#8ecae6', '#ffb703', '#a7c957', '#f4a261', '#cdb4db', '#e5989b'];

const version = latestDesigns().find(({ name }) => name === 'Simon shirt')!;
const men = (await sizesOfTables()).filter(({ table }) => / men$/.test(table));
const [drafted] = await draftInSizes(version, [men[Math.floor(men.length / 2)]!]);
const request = matchedMarker(drafted!.draft!, { material: 'fabric', width, repeats })!;
const marker = solved({ ...request, workLimit: 6000, maximumExecutionTime: 3600, reportInterval: 0 });
const length = marker.usage.length + 20;

const cloth = (id: string, box: readonly [x: number, y: number, width: number, height: number]): string => {
  const [x, y, w, h] = box;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#${id})"/>`;
};
const parts = marker.placements.map((placement) => ({ placement, outline: outlineOf(placement) }));
const shapes: string[] = [cloth('checks', [0, 0, length, width])];
for (const [i, { outline }] of parts.entries()) {
  shapes.push(
    `<path d="${pathOf(outline)}" fill="${colours[i % colours.length]}" fill-opacity="0.45" stroke="#1f2933" stroke-width="2"/>`,
  );
}
for (const { placement } of parts) {
  for (const { at } of request.polygons[placement.index]!.matchPoints ?? []) {
    const [x, y] = placed(at, placement);
    shapes.push(`<circle cx="${round(x)}" cy="${round(y)}" r="9" fill="#b91c1c"/>`);
  }
}

// Each piece of cloth moves so that a matched point comes onto that of its neighbour: the pieces before they are sewn.
const back = partNamed('1-back-1');
const [right, left] = [partNamed('1-front-right-1'), partNamed('1-front-left-1')];
const laid: [Placement, Point][] = [[right, [0, 0]]];
laid.push([left, onto(left, 'centre front', wherever(right, 'centre front', laid[0]![1]))]);
// The back lies beside the left front, level with it at the side seam.
const [level] = onto(back, 'side left', wherever(left, 'side left', laid[1]![1]));
laid.push([back, [level, reachOf(left, laid[1]![1])[0] - 14 - reachOf(back, [0, 0])[1]]]);
const defs = [checks('checks', [0, 0], 1)];
const sewn: string[] = [];
let top = Infinity;
let [low, high, bottom] = [Infinity, -Infinity, -Infinity];
for (const [i, [placement, by]] of laid.entries()) {
  const sense = placement.rotation === 180 ? -1 : 1;
  const outline = outlineOf(placement).map((point) => upright(point, sense, by));
  defs.push(checks(`laid${i}`, upright([0, 0], sense, by), sense));
  defs.push(`<clipPath id="part${i}"><path d="${pathOf(outline)}"/></clipPath>`);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  [low, high] = [Math.min(low, ...xs), Math.max(high, ...xs)];
  [top, bottom] = [Math.min(top, ...ys), Math.max(bottom, ...ys)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  sewn.push(`<g clip-path="url(#part${i})">${cloth(`laid${i}`, box as [number, number, number, number])}</g>`);
  sewn.push(`<path d="${pathOf(outline)}" fill="none" stroke="#1f2933" stroke-width="2"/>`);
}
const view = [Math.max(length, high - low), width + gap + bottom - top] as const;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${round(view[0] * scale)}" height="${round(view[1] * scale)}" viewBox="0 0 ${round(view[0])} ${round(view[1])}">
<defs>${defs.join('')}</defs>
${shapes.join('\n')}
<g transform="translate(${round(-low)} ${round(width + gap - top)})">
${sewn.join('\n')}
</g>
</svg>
`;
writeFileSync(file, svg);
const { polygons, bins, gravityDirection, fabric } = request;
const laidOut = layMarker({ polygons, bins, gravityDirection, ...(fabric && { fabric }), ...marker });
const picture = markerDrawing(laidOut, { title: 'A shirt on checked cloth' });
writeFileSync('docs/images/striped-marker.svg', writeSvg(picture, { background: '#ffffff' }));
console.log(`${file}: ${(100 * marker.utilisation).toFixed(1)} %, ${svg.length} bytes`);

/** The cloth: a wide stripe each way and a thin one beside it, so that a wrong direction shows. */
function checks(id: string, [x, y]: Point, sense: number): string {
  const [along, across] = repeats;
  const turn = sense < 0 ? ' scale(-1)' : '';
  const lines = [
    `<rect width="${along}" height="${across}" fill="#fff"/>`,
    `<rect width="18" height="${across}" fill="#1d4ed8" fill-opacity="0.55"/>`,
    `<rect x="28" width="4" height="${across}" fill="#b91c1c"/>`,
    `<rect width="${along}" height="14" fill="#047857" fill-opacity="0.5"/>`,
    `<rect y="22" width="${along}" height="3" fill="#1f2933"/>`,
  ];
  return `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${along}" height="${across}" patternTransform="translate(${x.toFixed(2)} ${y.toFixed(2)})${turn}">${lines.join('')}</pattern>`;
}

function solved(problem: NestRequest): Solution {
  const solutions: Solution[] = [];
  solve(problem, {
    seed: 1,
    cores: () => 1,
    shouldStop: () => false,
    emit: (event) => {
      if (event.type === 'solution') solutions.push(event.solution);
    },
  });
  return solutions.at(-1)!;
}

function partNamed(id: string): Placement {
  return marker.placements.find(({ index }) => request.polygons[index]!.id === id)!;
}

/** Where a point of a part lies on the cloth. */
function placed(point: Point, { index, position: [x, y], rotation, mirrored = false }: Placement): Point {
  const { points } = request.polygons[index]!;
  const corner: Point = [Math.min(...points.map((p) => p[0])), Math.min(...points.map((p) => p[1]))];
  const orientation: Orientation = { degrees: rotation, flipped: mirrored };
  const [dx, dy] = oriented([point[0] - corner[0], point[1] - corner[1]], orientation);
  return [x + dx, y + dy];
}

function outlineOf(placement: Placement): Point[] {
  return request.polygons[placement.index]!.points.map((point) => placed(point, placement));
}

/** A place on the cloth, the part turned upright and moved. */
function upright([x, y]: Point, sense: number, [dx, dy]: Point): Point {
  return [sense * x + dx, sense * y + dy];
}

/** Where a match point of a part lies once the part is turned upright and moved. */
function wherever(placement: Placement, name: string, by: Point): Point {
  const { at } = request.polygons[placement.index]!.matchPoints!.find((point) => point.name === name)!;
  return upright(placed(at, placement), placement.rotation === 180 ? -1 : 1, by);
}

/** The way that brings a match point of a part onto a place. */
function onto(placement: Placement, name: string, [x, y]: Point): Point {
  const [ownX, ownY] = wherever(placement, name, [0, 0]);
  return [x - ownX, y - ownY];
}

/** How far up and down an upright part reaches. */
function reachOf(placement: Placement, by: Point): Point {
  const sense = placement.rotation === 180 ? -1 : 1;
  const ys = outlineOf(placement).map((point) => upright(point, sense, by)[1]);
  return [Math.min(...ys), Math.max(...ys)];
}

function pathOf(outline: readonly Point[]): string {
  return `M${outline.map((point) => point.map(round).join(' ')).join('L')}Z`;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
