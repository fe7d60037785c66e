/**
 * From body measurements (cm, our names) to FreeSewing's (mm; slopes in degrees). FreeSewing's `hips` is the high hip at the
 * top of the hip bone and `seat` the full hip: mapping hipGirth to hips is the classic mistake.
 *
 * Definitions: FreeSewing's measurement documentation; ratios: proportions of its reference bodies.
 */
import { type Measurement, measurementByName } from '../measurements.js';
import type { Variable } from '../variable.js';

export type Gender = 'female' | 'male';

type Numbers = (key: string) => number;

interface Mapping {
  /** The variables it needs. */
  readonly from: readonly string[];
  /** cm, or degrees. */
  readonly value: (get: Numbers, gender: Gender) => number;
}

const direct = (name: string): Mapping => ({ from: [name], value: (get) => get(name) });
const scaled = (name: string, factor: number): Mapping => ({ from: [name], value: (get) => factor * get(name) });
const difference = (a: string, b: string): Mapping => ({ from: [a, b], value: (get) => get(a) - get(b) });

/** Keys are FreeSewing's names. */
export const measurementMap: Readonly<Record<string, Mapping>> = {
  ankle: direct('ankleGirth'),
  biceps: direct('bicepGirth'),
  bustFront: direct('bustArcFront'),
  bustPointToUnderbust: direct('bustPointToLowBust'),
  bustSpan: direct('bustSpan'),
  chest: direct('chestGirth'),
  crossSeam: direct('crotchLength'),
  crossSeamFront: {
    from: ['crotchLength'],
    value: (get, gender) => (gender === 'male' ? 0.47 : 0.5) * get('crotchLength'),
  },
  crotchDepth: direct('riseLengthSideSitting'),
  head: direct('headGirth'),
  heel: direct('ankleDiagionalGirth'),
  highBust: direct('highBustGirth'),
  highBustFront: direct('highBustArcFront'),
  hips: direct('highHipGirth'),
  hpsToBust: difference('neckSideToWaistOverBustFront', 'bustPointToWaistFront'),
  hpsToWaistBack: direct('neckSideToWaistBack'),
  hpsToWaistFront: direct('neckSideToWaistFront'),
  inseam: direct('crotchHeight'),
  knee: direct('kneeGirth'),
  neck: direct('neckGirth'),
  seat: direct('hipGirth'),
  seatBack: direct('hipArcBack'),
  shoulderSlope: direct('shoulderSlope'),
  shoulderToElbow: scaled('armLength', 0.575),
  shoulderToShoulder: scaled('neckBackToShoulder', 2),
  shoulderToWrist: direct('armLength'),
  underbust: direct('underbustGirth'),
  upperLeg: direct('thighGirth'),
  waist: direct('waistGirth'),
  waistBack: direct('waistArcBack'),
  waistToArmpit: direct('armpitToWaistSide'),
  waistToFloor: direct('waistHeight'),
  waistToHips: scaled('waistToHipsSide', 0.5),
  waistToKnee: direct('waistToKnee'),
  waistToSeat: direct('waistToHipsSide'),
  waistToUnderbust: difference('bustPointToWaistFront', 'bustPointToLowBust'),
  waistToUpperLeg: difference('waistHeight', 'crotchHeight'),
  wrist: direct('wristGirth'),
};

/** Variables beyond the body's fields; where the request has none, they follow from others. */
type Extra = Omit<Measurement, 'unit'> & { readonly unit: 'cm' | 'degrees' };

const extras: readonly Extra[] = [
  {
    name: 'headGirth',
    label: 'Head girth',
    description: 'round the head above the ears',
    unit: 'cm',
    female: 56.5,
    male: 59,
    min: 40,
    max: 75,
  },
  {
    name: 'highBustGirth',
    label: 'High bust girth',
    description: 'round the chest under the armpits, above the bust',
    unit: 'cm',
    female: 87.5,
    male: 103.9,
    min: 46,
    max: 216,
  },
  {
    name: 'highBustArcFront',
    label: 'High bust arc front',
    description: 'side to side across the front above the bust',
    unit: 'cm',
    female: 43.8,
    male: 52,
    min: 23,
    max: 108,
  },
  {
    name: 'underbustGirth',
    label: 'Underbust girth',
    description: 'round the ribs directly under the bust',
    unit: 'cm',
    female: 79.6,
    male: 98.7,
    min: 45,
    max: 216,
  },
  {
    name: 'shoulderSlope',
    label: 'Shoulder slope',
    description: 'angle by which the shoulder falls',
    unit: 'degrees',
    female: 13,
    male: 13,
    min: 1,
    max: 35,
  },
];

interface Rule {
  readonly key: string;
  readonly from: readonly string[];
  readonly value: (get: Numbers, gender: Gender) => number;
}

/** Rules that derive a missing measurement from given ones, in this order; cm. */
export const derivations: readonly Rule[] = [
  { key: 'highHipGirth', from: ['waistGirth', 'hipGirth'], value: (get) => (get('waistGirth') + get('hipGirth')) / 2 },
  {
    key: 'highBustGirth',
    from: ['chestGirth'],
    value: (get, gender) => (gender === 'female' ? 0.945 : 1) * get('chestGirth'),
  },
  { key: 'highBustArcFront', from: ['highBustGirth'], value: (get) => get('highBustGirth') / 2 },
  {
    key: 'underbustGirth',
    from: ['chestGirth'],
    value: (get, gender) => (gender === 'female' ? 0.86 : 0.95) * get('chestGirth'),
  },
];

/** Whether a name belongs to a body measurement or to one of the extras. */
export const isMeasurement = (name: string): boolean =>
  measurementByName(name) !== undefined || extras.some((extra) => extra.name === name);

/** The variable for one of our measurements or extras, with the default of a mean woman or man. */
export function measurementVariable(key: string, gender: Gender): Variable {
  const field = measurementByName(key);
  const row = field ?? extras.find(({ name }) => name === key);
  if (!row) throw new RangeError(`no measurement "${key}"`);
  return {
    key,
    label: row.label,
    description: row.description,
    group: 'body',
    unit: row.unit,
    type: row.unit === 'degrees' ? 'angle' : 'length',
    default: row[gender],
    min: row.min,
    max: row.max,
    step: row.unit === 'degrees' ? 0.5 : 0.1,
    choices: [],
    editable: true,
    measurement: field !== undefined,
  };
}

/** FreeSewing's measurements in mm (degrees for slopes) from values of the variables. */
export function freesewingMeasurements(names: readonly string[], get: Numbers, gender: Gender): Record<string, number> {
  const measurements: Record<string, number> = {};
  for (const name of names) {
    const value = measurementMap[name]!.value(get, gender);
    measurements[name] = name === 'shoulderSlope' ? value : value * 10;
  }
  return measurements;
}
