/** The 69 measurements as the form shows them: in groups, with readable names, in the units of a person. */
import { bodyFields, type Field } from '../../../src/body/fields.js';
import { toImperial, toMetric } from '../../../src/drawing/typed-length.js';

export type Units = 'metric' | 'imperial';

const groups: readonly (readonly [title: string, names: string])[] = [
  ['Whole body', 'height weight age'],
  ['Girths', 'chestGirth waistGirth hipGirth highHipGirth neckGirth neckMidGirth bodyTorsoGirth'],
  [
    'Neck and shoulders',
    'shoulderWidth acrossShoulderFront neckSideToShoulder neckBackToShoulder neckArcFront neckArcBack',
  ],
  [
    'Front',
    'bustSpan acrossChest bustArcFront neckToWaistFront neckSideToWaistFront neckSideToWaistOverBustFront ' +
      'shoulderToWaistFront neckFrontToWaistSide neckSideToWaistSide neckSideToSideWaist bustPointToLowBust ' +
      'bustPointToWaistFront bustPointToBustPointHalter',
  ],
  [
    'Back and side',
    'neckToWaistBack neckSideToWaistBack shoulderToWaistBack neckBackToHighBustBack acrossBack bustArcBack ' +
      'armscyeLength armpitToWaistSide',
  ],
  [
    'Waist and hips',
    'waistArcFront waistArcBack highHipArcFront highHipArcBack hipArcFront hipArcBack waistToHipsFront ' +
      'waistToHipsBack waistToHipsSide',
  ],
  ['Arms', 'armLength overArmLength underArmLength armUpperGirth bicepGirth elbowStraight elbowBent wristGirth'],
  [
    'Legs and rise',
    'crotchHeight crotchLength riseLengthFront riseLengthSideSitting waistHeight waistToKnee kneeToAnkle ' +
      'waistSideToAnkle thighGirth midThighGirth kneeGirth calfGirth ankleGirth ankleDiagionalGirth footInstepGirth',
  ],
];

const fieldOf = new Map(bodyFields.map((field) => [field.name, field]));

export const measurementGroups: readonly { readonly title: string; readonly fields: readonly Field[] }[] = groups.map(
  ([title, names]) => ({ title, fields: names.split(' ').map((name) => fieldOf.get(name)!) }),
);

export const measurementOf = (name: string): Field | undefined => fieldOf.get(name);

/** `chestGirth` is Chest girth. The one name that the API misspells is spelled correctly here. */
export function labelOf(name: string): string {
  const words = name.replace('Diagional', 'Diagonal').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

/** A sentence of the service with readable names of measurements. */
export const inWords = (sentence: string): string =>
  sentence.replace(/^\w+|\b[a-z]+[A-Z]\w*/g, (word) => (measurementOf(word) ? labelOf(word) : word));

export function unitOf({ kind }: Field, units: Units): string {
  if (kind === 'age') return 'years';
  if (kind === 'mass') return units === 'metric' ? 'kg' : 'lb';
  return units === 'metric' ? 'cm' : 'in';
}

/** Metric units in one imperial unit. */
function metricIn({ kind }: Field): number {
  if (kind === 'age') return 1;
  return kind === 'mass' ? 0.45359237 : 2.54;
}

/** A value in metric units. */
export const metricOf = (field: Field, value: number, units: Units): number =>
  units === 'metric' ? value : Math.round(value * metricIn(field) * 100) / 100;

/** Decimals of a tape in inches. */
const tapeDecimals = 2;

/** A typed value in other units, so that the way back gives the same text; of a fraction the decimals, and other text stays. */
export function convertedValue(field: Field, text: string, from: Units, to: Units): string {
  if (from === to || field.kind === 'age') return text;
  const typed = fractionIn(text)?.toString() ?? text;
  return to === 'imperial'
    ? toImperial(typed, metricIn(field), tapeDecimals)
    : toMetric(typed, metricIn(field), tapeDecimals);
}

const decimal = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;

/** A comma before three digits parts thousands for some people, and decimals for others. */
const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** Reads a typed number, with a point or a comma; null if it is none, or may be two, as 1,500 is. */
export function numberIn(text: string): number | null {
  const plain = text.trim();
  return decimal.test(plain) && !ambiguous.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** The number of a typed fraction, as a tape in inches has it: `29 1/2`; null if it is none. */
function fractionIn(text: string): number | null {
  const [, whole = '0', part, parts] = /^(?:(\d+)\s+)?(\d+)\s*\/\s*([1-9]\d*)$/.exec(text.trim()) ?? [];
  return part === undefined ? null : Number(whole) + Number(part) / Number(parts);
}

/** Reads a typed measurement: a number or a fraction; null if it is neither. */
export const measurementIn = (text: string): number | null => fractionIn(text) ?? numberIn(text);

export const shown = (value: number): string => String(Math.round(value * 100) / 100);

/** A number in a field that keeps the number itself until somebody types another one. */
export const sixDigits = (value: number): string => String(Number(value.toPrecision(6)));

/** All digits of a number that goes back as it is typed, without the noise of binary numbers. */
export const exactText = (value: number): string => String(Number(value.toPrecision(12)));
