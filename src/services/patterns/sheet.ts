/** The facts of the request that a printed sheet shows. */
import { type Body, Gender } from '../../../gen/selvage/body/v1/body_pb.js';
import type { DraftPatternRequest } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Taken } from '../../body/complete.js';
import { isPopulation } from '../../body/model/populations.js';
import { readMeasurements } from '../../body/request.js';
import { inchesOf, type Lengths } from '../../drawing/lengths.js';
import { measurementByName } from '../../patterns/measurements.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { variablesOf } from '../../patterns/patterns.js';
import { type SentBody, type SentValue, type Sheet, subjectOf } from '../../patterns/sheet.js';
import { knownMeasurements } from '../body/body.js';
import { lengthsOf } from './lengths.js';
import { variablesOfRequest } from './message.js';

export function sheetOf(request: DraftPatternRequest, version: PatternVersion): Sheet {
  const sent = variablesOfRequest(request.variables);
  const lengths = lengthsOf(request.pdf?.lengths);
  // in the pattern's order, so that equal requests give equal sheets
  const variables = variablesOf(version)
    .filter(({ key }) => Object.hasOwn(sent, key))
    .map(({ key, label, unit }) => inUnits(lengths, { label, value: sent[key], unit }));
  return {
    subject: subjectOf(request.body ? sentBody(request.body, lengths) : null, variables),
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

/** `female`, or `female (runners)` with the population of the account that the body names. */
export function wearerOf({ gender, population }: Body): string {
  const plain = gender === Gender.FEMALE ? 'female' : 'male';
  return population === undefined || isPopulation(population) ? plain : `${plain} (${population})`;
}

/** In the units of the sent body, or in inches. */
function sentBody(body: Body, lengths: Lengths): SentBody {
  const known = knownMeasurements(body);
  const imperial: Readonly<Record<string, string>> = { cm: 'in', kg: 'lb' };
  return {
    wearer: wearerOf(body),
    measurements: readMeasurements(known).supplied.map(({ name, value }) => {
      const { label: plain = name, unit: metric = 'cm' } = measurementByName(name) ?? {};
      const way = known.taken?.[name as keyof Taken];
      const label = way === undefined ? plain : `${plain} (${way})`;
      const unit = known.unit === 'imperial' ? (imperial[metric] ?? metric) : metric;
      return inUnits(lengths, { label, value, unit });
    }),
  };
}
