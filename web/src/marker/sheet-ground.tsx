/** The cloth of a sheet: under the parts its zones of quality and keep-outs, above them its stripes and its folds. */
import { namePlace } from '../../../src/drawing/name-place.js';
import { boxOf } from '../../../src/drawing/plane.js';
import type { Point } from '../../../src/geometry/point.js';
import { lengthText } from '../shell/lengths.js';
import '../style/cloth.css';
import { cornersOf, hasStretch } from './keep-outs.js';
import { ground } from './run.js';
import { setup } from './setup.js';

/** In the drawing, mm. */
export interface DrawnSheet {
  /** Index into the request's bins. */
  readonly bin: number;
  readonly outline: readonly Point[];
  readonly keepOut: readonly (readonly Point[])[];
  readonly folds: readonly (readonly [Point, Point])[];
  readonly stripes: readonly (readonly [Point, Point])[];
  /** Rests for a next job, each as its outline and its openings. */
  readonly remnants: readonly (readonly (readonly Point[])[])[];
  /** The outlines of its parts. */
  readonly parts: () => readonly (readonly Point[])[];
  /** Place of the sheet's own origin. */
  readonly offset: Point;
}

/** What a person has drawn on a sheet: keep-outs, and zones with their quality. */
function drawnOn(bin: number) {
  const opens = hasStretch(ground.value!);
  return setup.value.keepOuts.filter(({ sheet, stretch = false }) => sheet === bin && stretch === opens);
}

type Move = (place: { readonly x: number; readonly y: number }) => Point;

const moveBy =
  ([dx, dy]: Point): Move =>
  ({ x, y }) => [x + dx, y + dy];

export function zonesOf({ bin, offset }: DrawnSheet): { quality: number | undefined; outline: Point[] }[] {
  const { bins, unitMm } = ground.value!;
  const moved = moveBy(offset);
  const sent = bins[bin]!.zones.map(({ boundary, quality }) => ({
    quality,
    outline: boundary!.points.map(({ x, y }) => moved({ x: x * unitMm, y: y * unitMm })),
  }));
  // A drawn zone is in the bin, too, once a search has taken it.
  const drawn = drawnOn(bin)
    .filter(({ quality }) => quality !== undefined)
    .map((rectangle) => ({ quality: rectangle.quality, outline: cornersOf(rectangle).map(moved) }))
    .filter(({ outline: corners }) => !sent.some((zone) => isSame(zone.outline, corners)));
  return [...sent, ...drawn];
}

export function SheetGround(sheet: DrawnSheet) {
  const { bin, outline, keepOut, remnants, offset } = sheet;
  const clip = `sheet-${bin}`;
  const zones = zonesOf(sheet);
  return (
    <g>
      <path class="sheet" d={closed(outline)} />
      {zones.length > 0 && (
        <clipPath id={clip}>
          <path d={closed(outline)} />
        </clipPath>
      )}
      {zones.map((zone, i) => (
        <Zone key={i} {...zone} clip={clip} />
      ))}
      {keepOut.map((hole, i) => (
        <path key={i} class="keep-out" d={closed(hole)} />
      ))}
      {remnants.map((rest, i) => (
        <Rest key={i} rings={rest} />
      ))}
      {drawnOn(bin)
        .filter(({ quality }) => quality === undefined)
        .map((rectangle, i) => (
          <path key={i} class="keep-out drawn" d={closed(cornersOf(rectangle).map(moveBy(offset)))} />
        ))}
    </g>
  );
}

const isSame = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every(([x, y], i) => Math.abs(x - b[i]![0]) < 1e-6 && Math.abs(y - b[i]![1]) < 1e-6);

/** Named in its middle where that has room for the word. */
function Rest({ rings }: { readonly rings: readonly (readonly Point[])[] }) {
  const { left, top, right, bottom } = boxOf(rings[0]!);
  const name = namePlace('rest', rings, Math.min(right - left, bottom - top) / 6);
  return (
    <g class="rest">
      <title>
        Rest, {lengthText(right - left)} × {lengthText(bottom - top)}
      </title>
      <path d={rings.map(closed).join('')} />
      {name && (
        <text x={name.center[0]} y={name.center[1]} text-anchor="middle" dominant-baseline="central">
          rest
        </text>
      )}
    </g>
  );
}

interface ZoneProps {
  readonly quality: number | undefined;
  readonly outline: readonly Point[];
  readonly clip: string;
}

/** A zone may stick out of its sheet. */
function Zone({ quality, outline, clip }: ZoneProps) {
  return (
    <g class="zone" clip-path={`url(#${clip})`}>
      <title>Quality {quality}</title>
      <path d={closed(outline)} />
    </g>
  );
}

export function Folds({ folds }: DrawnSheet) {
  return (
    <>
      {folds.map(([[x1, y1], [x2, y2]], i) => (
        <g key={i} class="fold">
          <title>Fold of the cloth</title>
          <path d={`M${x1} ${y1}L${x2} ${y2}`} />
          <text
            x={x1}
            y={y1}
            transform={x1 === x2 ? `rotate(90 ${x1} ${y1})` : undefined}
            dx="0.3em"
            dy={(x1 === x2) === (i === 0) ? '1em' : '-0.35em'}
          >
            fold
          </text>
        </g>
      ))}
    </>
  );
}

/** The pattern of the cloth: a line wherever a repeat begins. It runs on across the parts. */
export function Stripes({ stripes }: Pick<DrawnSheet, 'stripes'>) {
  if (stripes.length === 0) return null;
  return <path class="stripes" d={stripes.map(([[x1, y1], [x2, y2]]) => `M${x1} ${y1}L${x2} ${y2}`).join('')} />;
}

export const closed = (points: readonly Point[]): string =>
  `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')}Z`;
