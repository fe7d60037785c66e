/** The name and the marks of a part, where they are large enough to be seen. */
import { computed } from '@preact/signals';
import { useContext, useMemo } from 'preact/hooks';
import { InSight, type Sight } from '../shell/sight.js';
import type { Name, PartShape } from './part.js';
import type { Marks } from './piece-marks.js';

interface DetailsProps {
  readonly shape: PartShape;
  /** Place of its anchor in the drawing, mm. */
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly mirrored: boolean;
  /** Millimetres in one unit of the request. */
  readonly unit: number;
  readonly marks: Marks | null;
  /** Whether its name is written on it. */
  readonly isNamed: boolean;
}

/** Smaller letters and marks on smaller parts are specks. */
const [leastLetterPixels, leastMarkedPixels] = [3.5, 24];

export function PartDetails({ shape, x, y, rotation, mirrored, unit, marks, isNamed }: DetailsProps) {
  const sight = useContext(InSight);
  const seen = useMemo(() => computed(() => seenOf(shape, x, y, sight.value)), [shape, x, y, sight]).value;
  const texts = [{ name: shape.name, text: shape.id }, ...shape.zones.map(zoneText)];
  return (
    <>
      {marks && (seen === 'marks' || seen === 'all') && (
        <g class="marks" transform={`scale(${unit})`}>
          <path class="mark-grain" d={marks.grain} />
          <path class="mark-fold" d={marks.fold} />
          <path class="mark-notch" d={marks.notches} />
        </g>
      )}
      {isNamed &&
        (seen === 'names' || seen === 'all') &&
        texts.map(
          ({ name, text }, i) =>
            name && (
              <text
                key={i}
                font-size={name.size}
                text-anchor="middle"
                dominant-baseline="central"
                transform={nameTransform(name, rotation, mirrored)}
              >
                {text}
              </text>
            ),
        )}
    </>
  );
}

export const zoneText = ({ name, quality }: PartShape['zones'][number]) => ({ name, text: ` quality ${quality}` });

function seenOf(
  { reach, side, letters }: PartShape,
  x: number,
  y: number,
  sight: Sight | null,
): 'all' | 'marks' | 'names' | 'outline' {
  if (!sight) return 'outline';
  const { left, top, right, bottom, scale } = sight;
  if (x + reach < left || x - reach > right || y + reach < top || y - reach > bottom) return 'outline';
  const [hasMarks, hasNames] = [side * scale >= leastMarkedPixels, letters * scale >= leastLetterPixels];
  if (hasMarks) return hasNames ? 'all' : 'marks';
  return hasNames ? 'names' : 'outline';
}

/** Turns a name with its part, but never mirrored nor upside down. */
function nameTransform({ at: [x, y], upright }: Name, rotation: number, mirrored: boolean): string {
  const angle = upright ? 90 : 0;
  const whole = (((angle + rotation) % 360) + 360) % 360;
  const turned = whole > 90 && whole <= 270 ? angle + 180 : angle;
  return `translate(${x} ${y})${mirrored ? ' scale(-1 1)' : ''} rotate(${turned})`;
}
