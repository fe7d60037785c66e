/**
 * The JSON text of a completed body, written in one pass from its numbers: the same as `inferMeasurementsResponse` would
 * give, which by way of a message, an object for each of the 70 entries and `JSON.stringify` takes ten times as long.
 */
import { Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import type { InferredMeasurements, MeasurementColumns } from '../../src/services/services.js';
import { ByteText, type Piece, piece } from './byte-text.js';
import { numberText } from './number-text.js';

type Layout = MeasurementColumns['layout'];

/** What stands before and behind the numbers of a row. */
interface Row {
  readonly key: Piece;
  readonly input: Piece;
  readonly predicted: Piece;
}

const rowsByLayout = new WeakMap<Layout, readonly Row[]>();

function rowsOf(layout: Layout): readonly Row[] {
  let rows = rowsByLayout.get(layout);
  if (rows === undefined) {
    rows = layout.names.map((name, i) => {
      const unit = `,"unit":${JSON.stringify(layout.units[i])}`;
      return {
        key: piece(`${i === 0 ? '' : ','}${JSON.stringify(name)}:{"value":`),
        input: piece(`${unit},"source":"input"}`),
        predicted: piece(`${unit},"source":"predicted","low":`),
      };
    });
    rowsByLayout.set(layout, rows);
  }
  return rows;
}

const female = piece('{"gender":"female"');
const male = piece('{"gender":"male"');
const metric = piece(',"unit":"metric"');
const imperial = piece(',"unit":"imperial"');
const fields = piece(',"fields":{');
const high = piece(',"high":');
const end = piece('}');
const text = new ByteText(16 * 1024);

export function bodyText({ gender, unit, measurementKey, columns, warnings = [] }: InferredMeasurements): Buffer {
  text.add(gender === Gender.FEMALE ? female : male);
  text.add(unit === UnitSystem.IMPERIAL ? imperial : metric);
  if (measurementKey != null) text.add(piece(`,"measurementKey":${numberText(measurementKey)}`));
  text.add(fields);
  const { layout, numbers } = columns;
  const rows = rowsOf(layout);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = numbers[3 * i]!;
    text.add(row.key);
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
    text.add(end);
  }
  const told = warnings.map(({ code, path, message }) => ({ code, path, message }));
  return text.take(`},"warnings":${told.length === 0 ? '[]' : JSON.stringify(told)}}`);
}
