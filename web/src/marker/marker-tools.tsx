/** The tools over the marker: the switch of the marks, and the measure with its distance in words. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import '../style/tools.css';
import { boxOf } from '../../../src/drawing/plane.js';
import { behindStretch, hasStretch, type KeepOut } from './keep-outs.js';
import { distanceText, endMeasuring, ends, lineOf, measuring } from './measure/measure.js';
import { showsMarks } from './piece-marks.js';
import { ground } from './run.js';
import { change, setup } from './setup.js';
import type { DrawnSheet } from './sheet-ground.js';

export function MarkerTools() {
  const measure = useRef<HTMLButtonElement>(null);
  const wasMeasuring = useRef(false);
  useLayoutEffect(() => {
    // The layer that had the focus is gone.
    if (wasMeasuring.current && !measuring.value && document.activeElement === document.body) measure.current?.focus();
    wasMeasuring.current = measuring.value;
  }, [measuring.value]);
  return (
    <fieldset class="marker-tools" aria-label="Tools of the marker">
      <button
        ref={measure}
        type="button"
        aria-pressed={measuring.value}
        onClick={() => {
          if (measuring.value) endMeasuring();
          else measuring.value = true;
        }}
      >
        Measure
      </button>
      <button
        type="button"
        aria-pressed={showsMarks.value}
        aria-label="Names and marks"
        onClick={() => {
          showsMarks.value = !showsMarks.value;
        }}
      >
        Marks
      </button>
    </fieldset>
  );
}

/** The distance of the measure, and the keep-out that can come of it. */
export function MeasureBar({ sheets }: { sheets: readonly DrawnSheet[] }) {
  const rectangle = rectangleOf(sheets);
  const isBehind = rectangle !== null && rectangle.sheet > 0 && hasStretch(ground.value!);
  return (
    <div class="edit-bar">
      {isBehind && <p class="help">{behindStretch}</p>}
      {rectangle && !isBehind && (
        <fieldset aria-label="Use of the measure">
          <button type="button" onClick={() => draw(rectangle)}>
            Keep parts off this rectangle
          </button>
          <button type="button" onClick={() => draw({ ...rectangle, quality: 2 })}>
            Lower quality here
          </button>
        </fieldset>
      )}
      <p class="help measured" role="status">
        <Measured />
      </p>
    </div>
  );
}

function draw(rectangle: KeepOut): void {
  change({ keepOuts: [...setup.value.keepOuts, rectangle] });
  endMeasuring();
}

function Measured() {
  const line = lineOf();
  if (line) return <>{distanceText(line)}</>;
  if (ends.value.length > 0) return <>Click the second point.</>;
  return <>Click two points, or go from corner to corner by the arrow keys and press Enter. Escape ends.</>;
}

/** The rectangle between the points of the measure, on the sheet that has its middle; null: there is none. */
function rectangleOf(sheets: readonly DrawnSheet[]): KeepOut | null {
  if (ends.value.length < 2) return null;
  const { left, top, right, bottom } = boxOf(ends.value);
  if (left === right || top === bottom) return null;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const sheet = sheets.find(({ outline }) => {
    const box = boxOf(outline);
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  if (!sheet) return null;
  const { bin, offset } = sheet;
  const onStretch = bin === 0 && hasStretch(ground.value!);
  return {
    sheet: bin,
    x: left - offset[0],
    y: top - offset[1],
    width: right - left,
    height: bottom - top,
    ...(onStretch && { stretch: true }),
  };
}
