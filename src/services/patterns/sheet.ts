/** The facts of the request that a printed sheet shows. */
import type { Body } from '../../../gen/selvage/body/v1/body_pb.js';
import type { DraftPatternRequest } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Taken } from '../../body/complete.js';
import { readMeasurements } from '../../body/request.js';
import { inchesOf, type Lengths } from '../../drawing/lengths.js';
import { measurementByName } from '../../patterns/measurements.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { variablesOf } from '../../patterns/patterns.js';
import { type SentBody, type SentValue, type Sheet, subjectOf } from '../../patterns/sheet.js';
import { knownMeasurements } from '../body/body.js';
import { lengthsOf } from './lengths.js';
import { variablesOfRequest } from './message.js';

/** @param wearer that of the request's body */
export function sheetOf(request: DraftPatternRequest, version: PatternVersion, wearer: string | undefined): Sheet {
  const sent = variablesOfRequest(request.variables);
  const lengths = lengthsOf(request.pdf?.lengths);
  // in the pattern's order, so that equal requests give equal sheets
  const variables = variablesOf(version)
    .filter(({ key }) => Object.hasOwn(sent, key))
    .map(({ key, label, unit }) => inUnits(lengths, { label, value: sent[key], unit }));
  return {
    subject: subjectOf(request.body && wearer ? sentBody(request.body, wearer, lengths) : null, variables),
    versionNumber: version.versionNumber,
    publishedAt: version.publishedAt,
    halves: request.unfold === false,
    lengths,
  };
}

/** As it is sent, or in inches. */
function inUnits(lengths: Lengths, sent: SentValue): SentValue {
  if (lengths === 'metric' || typeof sent.value !== 'number') return sent;
  const inches = inchesOf(sent.value, sent.unit);
  return inches === null ? sent : { ...sent, value: Number(inches.toFixed(2)), unit: 'in' };
}

/** In the units of the sent body, or in inches. */
function sentBody(body: Body, wearer: string, lengths: Lengths): SentBody {
  const known = knownMeasurements(body);
  const imperial: Readonly<Record<string, string>> = { cm: 'in', kg: 'lb' };
  return {
    wearer,
    measurements: readMeasurements(known).supplied.map(({ name, value }) => {
      const { label: plain = name, unit: metric = 'cm' } = measurementByName(name) ?? {};
      const way = known.taken?.[name as keyof Taken];
      const label = way === undefined ? plain : `${plain} (${way})`;
      const unit = known.unit === 'imperial' ? (imperial[metric] ?? metric) : metric;
      return inUnits(lengths, { label, value, unit });
    }),
  };
}
