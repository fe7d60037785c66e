/** A part of the layout. On a finished layout a person selects it, then moves it by pointer or keys. */
import { computed } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Placement } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Point } from '../../../src/geometry/point.js';
import { latinKey } from '../shell/latin-key.js';
import { held, heldIsFaulty, hold, letGo, nudge, nudgeMm, selected, toggleLock, turn } from './edit/edit.js';
import type { Fault } from './locked.js';
import { PartDetails } from './part-details.js';
import type { Marks } from './piece-marks.js';

export interface PartShape {
  readonly id: string;
  /** Path around the part's anchor, mm. */
  readonly path: string;
  readonly color: string;
  readonly name: Name | null;
  /** Smaller side of its box, mm. */
  readonly side: number;
  /** Nothing of it is farther from its anchor, mm. */
  readonly reach: number;
  /** Size of its largest letters, mm; 0: no name has room on it. */
  readonly letters: number;
  /** The least quality of the material that it needs; undefined: any. */
  readonly quality: number | undefined;
  /** Its own zones. */
  readonly zones: readonly PartZone[];
}

/** A zone that needs another quality than the rest of its part: its path around the part's anchor, mm. */
interface PartZone {
  readonly quality: number;
  readonly path: string;
  /** Of its quality. */
  readonly name: Name | null;
}

export interface Name {
  readonly at: Point;
  readonly size: number;
  readonly upright: boolean;
}

/** Font size over the height of a capital. */
export const sizeOfCapital = 1.4;

interface PartProps {
  readonly shape: PartShape;
  readonly placement: Placement;
  /** Place of its sheet in the drawing, mm. Numbers, since a part is drawn anew when anything here is another thing. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Millimetres in one unit of the request. */
  readonly unit: number;
  /** Place in the list of placements; null: the layout is not to be changed. */
  readonly at: number | null;
  /** Number of placements. */
  readonly count: number;
  readonly isLocked: boolean;
  readonly fault: Fault | null;
  readonly marks: Marks | null;
  /** Whether its name is written on it. */
  readonly isNamed: boolean;
}

const faultWords: Readonly<Record<Fault, string>> = {
  place: ', overlaps or lies too near',
  way: ', lies the wrong way',
  pattern: ', lies off the pattern',
};

/** A pointer that moves less has clicked. */
const clickPixels = 4;

export function Part(props: PartProps) {
  const { shape, placement, offsetX, offsetY, unit, at, count, isLocked, marks, isNamed } = props;
  const { id, path, color, quality, zones } = shape;
  // A part that is neither selected nor held stays as it is while another one is.
  const isSelected = useMemo(() => computed(() => at !== null && selected.value === at), [at]).value;
  const onItsWay = isSelected ? held.value : null;
  const isHeld = onItsWay !== null;
  const fault = isHeld ? (heldIsFaulty.value ? 'place' : null) : props.fault;
  const { index, position, rotation, mirrored } = onItsWay ?? placement;
  const [x, y] = [position!.x * unit + offsetX, position!.y * unit + offsetY];
  const element = useRef<SVGGElement>(null);
  useEffect(() => {
    if (isSelected && element.current?.parentElement?.contains(document.activeElement)) element.current.focus();
  }, [isSelected]);
  const states = [isSelected && 'selected', isHeld && 'held', isLocked && 'locked', fault && 'faulty'];
  return (
    <g
      ref={element}
      class={['part', ...states.filter(Boolean)].join(' ')}
      style={{ transform: `translate(${x}px, ${y}px) rotate(${rotation}deg) scaleX(${mirrored ? -1 : 1})` }}
      {...(at !== null && {
        role: 'button',
        tabindex: isSelected || (at === 0 && selected.value === null) ? 0 : -1,
        'aria-pressed': isSelected,
        'aria-label': [
          id || `part ${at + 1}`,
          ...zones.map((zone) => `, quality ${zone.quality}`),
          isLocked ? ', locked' : '',
          fault ? faultWords[fault] : '',
        ].join(''),
        onFocus: () => {
          selected.value = at;
        },
        onKeyDown: (event: TargetedKeyboardEvent<SVGGElement>) => onKey(event, at, count, unit),
        onPointerDown: (event: TargetedPointerEvent<SVGGElement>) => {
          if (event.button === 0) follow(event, at, onItsWay ?? placement, unit);
        },
      })}
    >
      <title>{quality === undefined ? id : `${id}: needs quality ${quality}`}</title>
      <path d={path} fill={color} />
      {zones.length > 0 && <PartZones shape={shape} clip={`part-${index}-${x}-${y}`} />}
      <PartDetails
        shape={shape}
        x={x}
        y={y}
        rotation={rotation!}
        mirrored={mirrored}
        unit={unit}
        marks={marks}
        isNamed={isNamed}
      />
    </g>
  );
}

/** The zones as far as they lie on the part. */
function PartZones({ shape: { path, zones }, clip }: { readonly shape: PartShape; readonly clip: string }) {
  return (
    <>
      <clipPath id={clip}>
        <path d={path} clip-rule="evenodd" />
      </clipPath>
      {zones.map((zone, i) => (
        <g key={i} class="need" clip-path={`url(#${clip})`}>
          <title>needs quality {zone.quality}</title>
          <path d={zone.path} />
        </g>
      ))}
    </>
  );
}

/** A click selects a part. Only a selected one moves, so that a drag of the drawing changes nothing. */
function follow(event: TargetedPointerEvent<SVGGElement>, at: number, placement: Placement, unit: number): void {
  const part = event.currentTarget;
  const [fromX, fromY] = [event.clientX, event.clientY];
  const isSelected = selected.peek() === at;
  const pixels = (part.parentElement as unknown as SVGGElement).getScreenCTM()!.a;
  let moved = false;
  if (isSelected) {
    event.stopPropagation();
    part.setPointerCapture(event.pointerId);
  }
  const move = (to: PointerEvent): void => {
    const [x, y] = [to.clientX - fromX, to.clientY - fromY];
    moved ||= Math.hypot(x, y) >= clickPixels;
    if (!moved || !isSelected) return;
    const { position } = placement;
    const by = pixels * unit;
    hold({ ...placement, position: { ...position!, x: position!.x + x / by, y: position!.y + y / by } });
  };
  const end = (last: PointerEvent): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    if (isSelected && last.type === 'pointercancel') held.value = null;
    else if (isSelected) letGo();
    else if (!moved) selected.value = at;
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

/** @param unit millimetres in one unit of the request */
function onKey(event: TargetedKeyboardEvent<SVGGElement>, at: number, count: number, unit: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = (nudgeMm() * (event.shiftKey ? 10 : 1)) / unit;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => nudge(-step, 0),
    ArrowRight: () => nudge(step, 0),
    ArrowUp: () => nudge(0, -step),
    ArrowDown: () => nudge(0, step),
    r: () => turn(event.shiftKey ? -90 : 90),
    '.': () => turn(1),
    ',': () => turn(-1),
    l: toggleLock,
    PageDown: () => {
      selected.value = (at + 1) % count;
    },
    PageUp: () => {
      selected.value = (at + count - 1) % count;
    },
  };
  const act = keys[latinKey(event)];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
