/** The best layout so far. Each part glides from its place in the previous layout to its new one. */

import { useMemo } from 'preact/hooks';
import type { NestSolution, Placement, Polygon } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { namePlace } from '../../../src/drawing/name-place.js';
import { distinctColor } from '../../../src/drawing/palette.js';
import { boxOf } from '../../../src/drawing/plane.js';
import type { Point } from '../../../src/geometry/point.js';
import { arrange } from '../pattern/arrange.js';
import { Canvas } from '../shell/canvas.js';
import { lazy } from '../shell/lazy.js';
import { useCalm } from '../shell/sight.js';
import { CutWay, cutWays } from './cut-way.js';
import { EditBar } from './edit/edit-bar.js';
import { faulty, keyOf, lockedKeys } from './locked.js';
import { MarkerHead } from './marker-head.js';
import { markerOf } from './marker-of.js';
import { MarkerTools, MeasureBar } from './marker-tools.js';
import { measuring } from './measure/measure.js';
import { MeasureLayer } from './measure/measure-layer.js';
import { type Name, Part, type PartShape, sizeOfCapital } from './part.js';
import { partMarks, showsMarks } from './piece-marks.js';
import { best, type Ground, ground, phase } from './run.js';
import { closed, type DrawnSheet, Folds, SheetGround, Stripes, zonesOf } from './sheet-ground.js';

/** Few sheets have zones. */
const ZoneWords = lazy(async () => (await import('./zone-words.js')).ZoneWords);

/** If there are more parts than this, they jump to their places. */
const mostGliding = 600;

export function LayoutView() {
  const { value: drawn } = useCalm(() => (ground.value && best.value ? drawnOf(ground.value, best.value) : null));
  const polygons = drawn?.on.polygons ?? [];
  const unit = drawn?.on.unitMm ?? 1;
  const shapes = useMemo(() => partShapes(polygons, unit), [polygons, unit]);
  if (!drawn) return null;
  const { sheets, frame, ringsOf, placements } = drawn;
  const canEdit = phase.value === 'done';
  const sheetOf = new Map(sheets.map((sheet) => [sheet.bin, sheet]));
  return (
    <Canvas
      label={`Marker with ${placements.length} parts on ${sheets.length} ${sheets.length === 1 ? 'sheet' : 'sheets'}`}
      frame={frame}
      isInteractive={canEdit || measuring.value}
      header={
        <>
          <MarkerHead />
          <MarkerTools />
        </>
      }
      footer={measuring.value ? <MeasureBar sheets={sheets} /> : canEdit && <EditBar />}
    >
      {sheets.map((sheet) => (
        <SheetGround key={sheet.bin} {...sheet} />
      ))}
      <g class={placements.length > mostGliding ? 'parts many' : 'parts gliding'}>
        {numbered(placements).map(({ placement, key }, at) => {
          const shape = shapes[placement.index!];
          const sheet = sheetOf.get(placement.bin!);
          const place = keyOf(placement);
          return shape && sheet ? (
            <Part
              key={key}
              shape={shape}
              placement={placement}
              offsetX={sheet.offset[0]}
              offsetY={sheet.offset[1]}
              unit={unit}
              at={canEdit ? at : null}
              count={placements.length}
              marks={partMarks.value[placement.index!] ?? null}
              isNamed={showsMarks.value}
              isLocked={lockedKeys.value.has(place)}
              fault={faulty.value.get(place) ?? null}
            />
          ) : null;
        })}
      </g>
      {sheets.map((sheet) => (
        <Stripes key={sheet.bin} {...sheet} />
      ))}
      {sheets.map((sheet) => (
        <Folds key={sheet.bin} {...sheet} />
      ))}
      {sheets.map(
        (sheet) =>
          zonesOf(sheet).length > 0 && (
            <ZoneWords key={sheet.bin} sheet={sheet} shapes={shapes} placements={placements} unit={unit} />
          ),
      )}
      {sheets.map(({ bin, offset }) => {
        const path = cutWays.value?.get(bin);
        return path && <CutWay key={bin} path={path} offset={offset} size={Math.max(frame.width, frame.height)} />;
      })}
      {measuring.value && <MeasureLayer frame={frame} ringsOf={ringsOf} />}
    </Canvas>
  );
}

/** Copies of a part share its index. The first copy stays the first. */
function numbered(placements: readonly Placement[]): { placement: Placement; key: string }[] {
  const counts = new Map<number, number>();
  return placements.map((placement) => {
    const index = placement.index!;
    const count = counts.get(index) ?? 0;
    counts.set(index, count + 1);
    return { placement, key: `${index}.${count}` };
  });
}

function partShapes(polygons: readonly Polygon[], unit: number): PartShape[] {
  const colors = new Map<string, string>();
  return polygons.map(({ id, origin, points, holes, quality, zones: needs }, index) => {
    const box = boxOf(points.map(({ x, y }): Point => [x, y]));
    const [ax, ay] = origin ? [origin.x, origin.y] : [box.left, box.top];
    const about = (ring: readonly { x: number; y: number }[]): Point[] =>
      ring.map(({ x, y }) => [(x - ax) * unit, (y - ay) * unit]);
    const rings = [about(points), ...holes.map((hole) => about(hole.points))];
    const path = rings.map(closed).join('');
    const group = groupOf(id, index);
    const color = colors.get(group) ?? distinctColor(colors.size);
    colors.set(group, color);
    const side = Math.min(box.right - box.left, box.bottom - box.top) * unit;
    const [low, high] = about([
      { x: box.left, y: box.top },
      { x: box.right, y: box.bottom },
    ]);
    // A zone may stick out of its part.
    const within = ([x, y]: Point): Point => [
      Math.min(Math.max(x, low![0]), high![0]),
      Math.min(Math.max(y, low![1]), high![1]),
    ];
    const ofZones = needs.map((zone) => about(zone.boundary!.points).map(within));
    const zones = needs.map((zone, i) => {
      const ring = ofZones[i]!;
      return { quality: zone.quality!, path: closed(ring), name: nameOn(`quality ${zone.quality}`, [ring]) };
    });
    // The name lies beside the zones where there is room for it.
    const name = nameOn(id, [...rings, ...ofZones]) ?? nameOn(id, rings);
    const reach = Math.max(...rings[0]!.map(([x, y]) => Math.hypot(x, y)));
    const letters = Math.max(name?.size ?? 0, ...zones.map((zone) => zone.name?.size ?? 0));
    return { id, color, path, name, side, reach, letters, quality, zones };
  });
}

/** Groups parts whose ids begin with the same two words, as the files do. */
function groupOf(id: string, index: number): string {
  const words = id.split(/[-_. ]+/).filter(Boolean);
  return words.length === 0 ? `#${index}` : words.slice(0, 2).join('-');
}

function nameOn(id: string, rings: readonly (readonly Point[])[]): Name | null {
  const { left, top, right, bottom } = boxOf(rings[0]!);
  const place = namePlace(id, rings, Math.max(right - left, bottom - top) / 17);
  return place && { at: place.center, size: place.height * sizeOfCapital, upright: place.upright };
}

/** Sheets in rows, and in their order if they are equally high. Of a roll only the used length. */
function drawnOf(on: Ground, solution: NestSolution) {
  const { sheets } = markerOf(on, solution);
  const size = Math.max(...sheets.map(({ outline }) => boxOf(outline).bottom - boxOf(outline).top));
  const { laid, frame } = arrange(sheets, ({ outline }) => outline.map(([x, y]) => ({ x, y })), size / 20);
  const placed = laid.map(({ item, x, y }): DrawnSheet => {
    const { bin, outline, keepOut, folds, stripes, remnants } = item;
    const move = ([px, py]: Point): Point => [px + x, py + y];
    return {
      bin,
      outline: outline.map(move),
      keepOut: keepOut.map((zone) => zone.map(move)),
      folds: folds.map(([from, to]) => [move(from), move(to)]),
      stripes: stripes.map(([from, to]) => [move(from), move(to)]),
      remnants: remnants.map((rest) => [rest.outline, ...rest.holes].map((ring) => ring.map(move))),
      parts: () => item.parts.map((part) => part.outline.map(move)),
      offset: move([0, 0]),
    };
  });
  const ringsOf = () =>
    laid.flatMap(({ item: { outline, parts }, x, y }) =>
      [outline, ...parts.flatMap((part) => [part.outline, ...part.holes])].map((ring) =>
        ring.map(([px, py]): Point => [px + x, py + y]),
      ),
    );
  return { on, placements: solution.placements, sheets: placed, frame, ringsOf };
}
