/** The body from front and back, with the line of every measurement on it. The line in focus stands out. */
import { computed, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Point } from '../../../../src/geometry/point.js';
import { inferred, proposals } from '../inference.js';
import { labelOf, measurementGroups, measurementOf, metricOf } from '../measurements.js';
import { figureAsTyped, figureOf, isAssumed, person } from '../people.js';
import { type Callout, placeCallouts } from './callouts.js';
import { type Landmarks, landmarksOf } from './landmarks.js';
import { armPath, bodyPath, smooth } from './silhouette.js';
import { type TapeLine, tapeLines } from './tape-lines.js';

/** The measurement under the pointer or in the focus of the form. */
export const focused = signal<string | null>(null);

const names = measurementGroups.flatMap(({ fields }) => fields.map(({ name }) => name));

const marks = computed<Landmarks>(() => {
  const { units } = person.value;
  return landmarksOf((name) => {
    const entry = inferred.value.get(name);
    const field = measurementOf(name);
    if (!entry || !field) return undefined;
    const metric = metricOf(field, entry.value, units);
    // the service ignores a value that no body has, so the figure does, too
    return metric >= field.min && metric <= field.max ? metric : undefined;
  });
});

const lines = computed(() => new Map(names.map((name) => [name, tapeLines(name, marks.value)])));

/** Widths of the names beside the bodies, in the figure's plane: a guess until the browser has drawn them. */
const column = signal({ left: 79, right: 71 });
const margin = 4;

/** Makes each column as wide as its widest label, so that no font cuts one off. */
function fitColumns(svg: SVGSVGElement): void {
  const widest = (side: 'left' | 'right'): number => {
    const texts = [...svg.querySelectorAll<SVGTextElement>(`.callout-${side} text`)];
    return Math.ceil(Math.max(0, ...texts.map((text) => text.getComputedTextLength()))) + 2;
  };
  const [left, right] = [widest('left'), widest('right')];
  const { left: before, right: beside } = column.peek();
  if (Math.abs(left - before) > 1 || Math.abs(right - beside) > 1) column.value = { left, right };
}

/** Room on both sides of the bodies, with the rulers beside the front, and the distance between their middle lines, cm. */
const room = computed(() => {
  const [hand] = marks.value.hand;
  return { left: hand + 13, right: hand + 5, apart: 2 * hand + 17 };
});

const middleOf = (view: 'front' | 'back'): number => (view === 'front' ? 0 : room.value.apart);

export function Figure({ onChoose, callouts }: { onChoose: (name: string) => void; callouts: boolean }) {
  const { floor } = marks.value;
  const drawing = useRef<SVGSVGElement>(null);
  // names and figures change with the person, the units and the answer
  useLayoutEffect(() => {
    if (callouts && drawing.current) fitColumns(drawing.current);
  });
  const beside = callouts ? column.value : { left: 0, right: 0 };
  const left = -room.value.left - beside.left;
  const width = beside.left + room.value.left + room.value.apart + room.value.right + beside.right;
  const height = floor + 2 * margin;
  const placed = callouts ? placeCallouts(lines.value, floor) : [];
  const focus = focused.value;
  return (
    <svg
      ref={drawing}
      class="figure"
      viewBox={`${left} ${-margin} ${width} ${height}`}
      role="img"
      aria-label={`The body of ${person.value.name} from the front and from the back, with the lines of its measurements`}
      onPointerLeave={() => {
        focused.value = null;
      }}
    >
      {(['front', 'back'] as const).map((view) => (
        <g key={view} transform={`translate(${middleOf(view)} 0)`}>
          <Body view={view} />
          {names.map((name) => (
            <Tape key={name} name={name} view={view} onChoose={onChoose} />
          ))}
          {focus !== null && <Tape name={focus} view={view} onChoose={onChoose} on />}
        </g>
      ))}
      {placed.map((callout) => (
        <Label key={callout.name} callout={callout} left={left} right={left + width} onChoose={onChoose} />
      ))}
    </svg>
  );
}

const isMeasured = (name: string): boolean => inferred.value.get(name)?.measured === true && !isAssumed(name);

const isProposed = (name: string): boolean => proposals.value.includes(name);

function Body({ view }: { view: 'front' | 'back' }) {
  const { crotch, waistSide, hipSide, neckBack, lowBust, bust } = marks.value;
  const arm = armPath(marks.value);
  return (
    <g class="silhouette">
      <path d={arm} />
      <path d={arm} transform="scale(-1 1)" />
      <path d={bodyPath(marks.value)} />
      {view === 'back' && <path class="crease" d={`M0 ${hipSide[1] - 4}V${crotch[1]}`} />}
      {view === 'back' && <path class="crease" d={`M0 ${neckBack[1] + 3}V${waistSide[1]}`} />}
      {view === 'front' &&
        [1, -1].map((side) => (
          <path
            key={side}
            class="crease"
            transform={`scale(${side} 1)`}
            d={smooth([
              [bust[0] * 0.35, lowBust[1] - 0.6],
              [bust[0], lowBust[1]],
              [bust[0] * 1.45, lowBust[1] - 1.8],
            ])}
          />
        ))}
    </g>
  );
}

interface TapeProps {
  readonly name: string;
  readonly view: 'front' | 'back';
  readonly onChoose: (name: string) => void;
  readonly on?: boolean;
}

function Tape({ name, view, onChoose, on = false }: TapeProps) {
  const strokes = lines.value.get(name)!.filter((line) => line.view === view);
  const kind = isMeasured(name) ? 'measured' : 'predicted';
  return (
    <g class={`tape ${kind} ${isProposed(name) ? 'proposed' : ''} ${on ? 'on' : ''}`}>
      {strokes.map((stroke, i) => (
        <g key={i}>
          <path d={pathOf(stroke)} />
          {on && stroke.points.length > 0 && <Ends points={stroke.points} />}
          {!on && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the fields are the way by keyboard
            <path
              class="touch"
              d={pathOf(stroke)}
              onPointerEnter={() => {
                focused.value = name;
              }}
              onClick={() => onChoose(name)}
            />
          )}
        </g>
      ))}
    </g>
  );
}

function Ends({ points }: { points: readonly Point[] }) {
  const ends = [points[0]!, points.at(-1)!];
  return (
    <>
      {ends.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="0.9" />
      ))}
    </>
  );
}

function pathOf({ points, curved, dimension }: TapeLine): string {
  if (curved) return smooth(points);
  const [[x = 0, from = 0] = [], ...rest] = points;
  const path = `M${x} ${from}${rest.map(([px, py]) => `L${px.toFixed(2)} ${py.toFixed(2)}`).join('')}`;
  if (!dimension) return path;
  const [, to] = points.at(-1)!;
  return `${path}M${x - 1.4} ${from}h2.8M${x - 1.4} ${to}h2.8`;
}

function Label({
  callout: { name, side, y, anchor },
  left,
  right,
  onChoose,
}: {
  callout: Callout;
  left: number;
  right: number;
  onChoose: (name: string) => void;
}) {
  const entry = inferred.value.get(name);
  const x = side === 'left' ? left + column.value.left : right - column.value.right;
  const on = focused.value === name;
  const range =
    entry && entry.low !== null && entry.high !== null
      ? ` ${figureOf(name, entry.low)} – ${figureOf(name, entry.high)}`
      : isAssumed(name)
        ? ' assumed'
        : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields are the way by keyboard
    <g
      class={`callout callout-${side} ${isProposed(name) ? 'proposed' : ''} ${on ? 'on' : ''}`}
      onPointerEnter={() => {
        focused.value = name;
      }}
      onClick={() => onChoose(name)}
    >
      {anchor && (
        <path class="leader" d={leader(x + (side === 'left' ? 1 : -1), y, anchor.at, middleOf(anchor.view))} />
      )}
      <text x={x} y={y + 0.9} text-anchor={side === 'left' ? 'end' : 'start'}>
        {labelOf(name)}{' '}
        <tspan class={isMeasured(name) ? 'value measured' : 'value'}>
          {entry ? figureAsTyped(name, entry.value) : '–'}
        </tspan>
        <tspan class="range">{range}</tspan>
      </text>
    </g>
  );
}

const leader = (x: number, y: number, [ax, ay]: Point, middle: number): string =>
  `M${x} ${y.toFixed(2)}L${(middle + ax).toFixed(2)} ${ay.toFixed(2)}`;
