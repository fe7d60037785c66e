/** The layer over the marker that takes the points of a measure, by pointer or by keys, and draws it. */
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Point } from '../../../../src/geometry/point.js';
import type { ViewBox } from '../../shell/canvas.js';
import { Corners, type Way } from './corners.js';
import { cursor, distanceText, endMeasuring, ends, lineOf, setPoint } from './measure.js';

/** A point nearer than this to a corner or an edge snaps to it. */
const snapPixels = 10;
/** A pointer that moves less has clicked. */
const clickPixels = 4;

const ways: Readonly<Record<string, Way>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface LayerProps {
  readonly frame: ViewBox;
  /** Outlines of sheets, parts and openings, mm. */
  readonly ringsOf: () => readonly (readonly Point[])[];
}

export function MeasureLayer({ frame, ringsOf }: LayerProps) {
  const corners = useMemo(() => new Corners(ringsOf()), [ringsOf]);
  const area = useRef<SVGRectElement>(null);
  // before the next key comes
  useLayoutEffect(() => area.current?.focus(), []);
  const { left, top, width, height } = frame;
  const line = lineOf();
  const at = cursor.value;
  return (
    <g class="measure">
      {/* biome-ignore lint/a11y/useSemanticElements: a shape of a drawing cannot be a button */}
      <rect
        ref={area}
        x={left - width}
        y={top - height}
        width={3 * width}
        height={3 * height}
        role="button"
        tabindex={0}
        aria-label="Measure: arrow keys go from corner to corner, Enter sets a point, Escape ends"
        onPointerMove={(event) => {
          cursor.value = snapped(event, corners);
        }}
        onPointerDown={(event) => {
          if (event.button === 0) onClick(event, () => snapped(event, corners).at);
        }}
        onKeyDown={(event) => onKey(event, corners, [left, top])}
      />
      {line && (
        <>
          <path class="measure-line" d={`M${line[0].join(' ')}L${line[1].join(' ')}`} />
          <text x={(line[0][0] + line[1][0]) / 2} y={(line[0][1] + line[1][1]) / 2} dy="-0.5em" text-anchor="middle">
            {distanceText(line).split(' (')[0]}
          </text>
        </>
      )}
      {ends.value.map((end, i) => (
        <path key={i} class="measure-end" d={cross(end)} />
      ))}
      {at && <path class={`measure-cursor to-${at.to}`} d={cross(at.at)} />}
    </g>
  );
}

/** A mark of no extent, which its line caps make a dot of the line's width. */
const cross = ([x, y]: Point): string => `M${x} ${y}h0`;

function snapped(event: TargetedPointerEvent<SVGRectElement>, corners: Corners) {
  const matrix = event.currentTarget.getScreenCTM()!;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return corners.snap([x, y], snapPixels / matrix.a);
}

/** A drag moves the drawing, and sets no point. */
function onClick(event: TargetedPointerEvent<SVGRectElement>, at: () => Point): void {
  const point = at();
  const [fromX, fromY] = [event.clientX, event.clientY];
  const end = (last: PointerEvent): void => {
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    const moved = Math.hypot(last.clientX - fromX, last.clientY - fromY);
    if (last.type === 'pointerup' && moved < clickPixels) setPoint(point);
  };
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

/** @param start of the first step */
function onKey(event: TargetedKeyboardEvent<SVGRectElement>, corners: Corners, start: Point): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const from = cursor.value?.at ?? start;
  const way = ways[event.key];
  if (way) {
    const at = cursor.value ? corners.next(from, way) : corners.snap(start, Infinity).at;
    if (at) cursor.value = { at, to: 'corner' };
  } else if (event.key === 'Enter' || event.key === ' ') {
    if (cursor.value) setPoint(from);
  } else if (event.key === 'Escape') endMeasuring();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
