/**
 * The JSON text of a completed body, written in one pass from its numbers: the same as `inferMeasurementsResponse` would
 * give, which by way of a message, an object for each of the 70 entries and `JSON.stringify` takes ten times as long.
 */
import { Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import type { InferredMeasurements, MeasurementColumns } from '../../src/services/services.js';
import { ByteText, type Piece, piece } from './byte-text.js';
import { numberText } from './number-text.js';

type Layout = MeasurementColumns['layout'];

/** What stands behind the value of a row, and behind its interval: each with the beginning of the next row. */
interface Row {
  readonly input: Piece;
  readonly predicted: Piece;
  readonly next: Piece;
}

const beginning = ({ names }: Layout, row: number): string => `${JSON.stringify(names[row])}:{"value":`;

/** All that is the same in every answer of a layout. */
interface Frame {
  /** Up to the first value. */
  readonly opening: Piece;
  readonly rows: readonly Row[];
}

const frames = new WeakMap<Layout, Frame>();

function frameOf(layout: Layout): Frame {
  let frame = frames.get(layout);
  if (frame === undefined) {
    const rows = layout.names.map((_, i) => {
      const unit = `,"unit":${JSON.stringify(layout.units[i])}`;
      const next = i + 1 < layout.names.length ? `},${beginning(layout, i + 1)}` : '}},"warnings":';
      return {
        input: piece(`${unit},"source":"input"${next}`),
        predicted: piece(`${unit},"source":"predicted","low":`),
        next: piece(next),
      };
    });
    frame = { opening: piece(`,"fields":{${beginning(layout, 0)}`), rows };
    frames.set(layout, frame);
  }
  return frame;
}

const female = piece('{"gender":"female"');
const male = piece('{"gender":"male"');
const metric = piece(',"unit":"metric"');
const imperial = piece(',"unit":"imperial"');
const high = piece(',"high":');
const text = new ByteText(16 * 1024);

export function bodyText({ gender, unit, measurementKey, columns, warnings = [] }: InferredMeasurements): Buffer {
  text.add(gender === Gender.FEMALE ? female : male);
  text.add(unit === UnitSystem.IMPERIAL ? imperial : metric);
  if (measurementKey != null) text.add(piece(`,"measurementKey":${numberText(measurementKey)}`));
  const { layout, numbers } = columns;
  const { opening, rows } = frameOf(layout);
  text.add(opening);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = numbers[3 * i]!;
    text.addNumber(value);
    // A predicted entry always has its interval, of nulls where nothing could be inferred.
    const isInput = !Number.isNaN(value) && Number.isNaN(numbers[3 * i + 1]!);
    if (isInput) {
      text.add(row.input);
      continue;
    }
    text.add(row.predicted);
    text.addNumber(numbers[3 * i + 1]!);
    text.add(high);
    text.addNumber(numbers[3 * i + 2]!);
    text.add(row.next);
  }
  const told = warnings.map(({ code, path, message }) => ({ code, path, message }));
  return text.take(told.length === 0 ? '[]}' : `${JSON.stringify(told)}}`);
}
