/**
 * The JSON text of a completed body, written in one pass: the same as `inferMeasurementsResponse` would give, which by
 * way of a message, an object for each of the 70 entries and `JSON.stringify` takes eight times as long.
 */
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Gender,
  type InferMeasurementsResponseSchema,
  MeasurementSource,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import { numberText } from './number-text.js';

type Answer = MessageInitShape<typeof InferMeasurementsResponseSchema>;

const numberOrNull = (value: number | null | undefined): string => (value == null ? 'null' : numberText(value));

/** `"name":` by name. The names are few and always the same. */
const keys = new Map<string, string>();

function keyText(name: string): string {
  let text = keys.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    keys.set(name, text);
  }
  return text;
}

export function bodyText({ gender, unit, measurementKey, fields = {}, warnings = [] }: Answer): string {
  let text = `{"gender":"${gender === Gender.FEMALE ? 'female' : 'male'}"`;
  text += `,"unit":"${unit === UnitSystem.IMPERIAL ? 'imperial' : 'metric'}"`;
  if (measurementKey != null) text += `,"measurementKey":${numberText(measurementKey)}`;
  text += ',"fields":{';
  let separator = '';
  for (const name in fields) {
    const entry = fields[name]!;
    text += `${separator}${keyText(name)}{"value":${numberOrNull(entry.value)},"unit":"${entry.unit}"`;
    // A predicted entry always has its interval, of nulls where nothing could be inferred.
    text +=
      entry.source === MeasurementSource.PREDICTED
        ? `,"source":"predicted","low":${numberOrNull(entry.low)},"high":${numberOrNull(entry.high)}}`
        : ',"source":"input"}';
    separator = ',';
  }
  const told = warnings.map(({ code, path, message }) => ({ code, path, message }));
  return `${text}},"warnings":${told.length === 0 ? '[]' : JSON.stringify(told)}}`;
}
