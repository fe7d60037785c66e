/**
 * The 69 body measurements: names, the path of the tape, plausible bounds, and the relations between them. The order of
 * the API is also the order of every array of the model. Metric inside: cm, kg, years.
 */

/** The genders that the surveys know. */
export type Gender = 'female' | 'male';

/** The kind of a measurement. An `arc` is the front or back part of a girth; every other size in cm is a `length`. */
export type FieldKind = 'age' | 'mass' | 'girth' | 'arc' | 'length';

/**
 * The origin of the training values. `direct`: one dimension of a survey of people. `derived`: a formula over several
 * dimensions of the same person. `synthetic`: read off a 3D body fitted to the person, and the least certain.
 */
export type FieldOrigin = 'direct' | 'derived' | 'synthetic';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly origin: FieldOrigin;
  /** Plausible range of an adult, in cm, kg or years. */
  readonly min: number;
  readonly max: number;
  readonly definition: string;
}

type Row = readonly [name: string, kind: FieldKind, origin: FieldOrigin, min: number, max: number, definition: string];

// biome-ignore format: one measurement a line reads as the table it is
const table: readonly Row[] = [
  ['age', 'age', 'direct', 16, 95, 'age in completed years'],
  ['height', 'length', 'direct', 125, 225, 'floor to crown, standing, no shoes'],
  ['weight', 'mass', 'direct', 32, 250, 'body mass, light clothing'],
  ['neckGirth', 'girth', 'direct', 26, 65, 'round the base of the neck through neck back (C7), both neck sides and neck front'],
  ['chestGirth', 'girth', 'direct', 62, 180, 'horizontal girth at the bust points (women: fullest bust over a bra; men: nipple level)'],
  ['waistGirth', 'girth', 'derived', 45, 190, 'horizontal girth at waist level = midway between lowest rib and top of the hip bone'],
  ['shoulderWidth', 'length', 'direct', 26, 60, 'between the two shoulder points (acromia), across the back'],
  ['armLength', 'length', 'direct', 40, 82, 'shoulder point to wrist bone, arm straight and hanging'],
  ['bicepGirth', 'girth', 'derived', 16, 65, 'round the relaxed upper arm at the biceps'],
  ['wristGirth', 'girth', 'direct', 11, 28, 'round the wrist over the wrist bone'],
  ['hipGirth', 'girth', 'direct', 65, 190, 'largest horizontal girth over the buttocks'],
  ['neckToWaistBack', 'length', 'derived', 28, 62, 'neck back (C7) down the spine to waist level'],
  ['crotchHeight', 'length', 'direct', 52, 112, 'crotch to floor'],
  ['thighGirth', 'girth', 'direct', 35, 110, 'round the thigh just under the buttock fold'],
  ['kneeGirth', 'girth', 'direct', 26, 70, 'round the straight knee at mid kneecap'],
  ['calfGirth', 'girth', 'direct', 22, 70, 'largest girth of the calf'],
  ['ankleGirth', 'girth', 'direct', 14, 42, 'smallest girth above the ankle bones'],
  ['acrossShoulderFront', 'length', 'synthetic', 25, 60, 'shoulder point to shoulder point across the front, at collar-bone level'],
  ['acrossChest', 'length', 'synthetic', 22, 62, 'armscye to armscye across the front, about halfway between shoulder point and armpit'],
  ['bustSpan', 'length', 'direct', 11, 38, 'bust point to bust point (men: nipples), straight'],
  ['neckToWaistFront', 'length', 'derived', 24, 62, 'neck front (pit of neck) down to waist level'],
  ['neckSideToWaistFront', 'length', 'synthetic', 30, 70, 'neck side straight down the front to waist level'],
  ['neckSideToWaistBack', 'length', 'synthetic', 30, 68, 'neck side straight down the back to waist level'],
  ['neckSideToSideWaist', 'length', 'synthetic', 30, 75, 'neck side diagonally across the front to waist side'],
  ['neckSideToWaistOverBustFront', 'length', 'derived', 32, 75, 'neck side to bust point, then straight down to waist level'],
  ['shoulderToWaistFront', 'length', 'synthetic', 30, 75, 'shoulder point diagonally to the centre front waist'],
  ['shoulderToWaistBack', 'length', 'synthetic', 30, 72, 'shoulder point diagonally to the centre back waist'],
  ['overArmLength', 'length', 'derived', 44, 88, 'shoulder point over the bent elbow to the wrist'],
  ['underArmLength', 'length', 'derived', 30, 70, 'armpit to wrist, arm straight'],
  ['elbowBent', 'girth', 'derived', 18, 56, 'round the elbow, arm bent 90 degrees'],
  ['elbowStraight', 'girth', 'direct', 16, 50, 'round the elbow, arm straight'],
  ['waistHeight', 'length', 'derived', 75, 145, 'waist level to floor'],
  ['waistToKnee', 'length', 'derived', 40, 82, 'waist level to mid kneecap, vertical'],
  ['kneeToAnkle', 'length', 'derived', 26, 60, 'mid kneecap to outer ankle bone, vertical'],
  ['footInstepGirth', 'girth', 'derived', 17, 36, 'round the foot over the top of the instep'],
  ['waistArcFront', 'arc', 'synthetic', 20, 110, 'waist level, side seam to side seam across the front'],
  ['waistArcBack', 'arc', 'synthetic', 18, 95, 'waist level, side seam to side seam across the back'],
  ['highHipGirth', 'girth', 'synthetic', 52, 190, 'horizontal girth halfway between waist and hip level'],
  ['highHipArcFront', 'arc', 'synthetic', 24, 112, 'high hip, side to side across the front'],
  ['highHipArcBack', 'arc', 'synthetic', 24, 105, 'high hip, side to side across the back'],
  ['bustArcFront', 'arc', 'synthetic', 30, 112, 'bust level, side seam to side seam across the bust'],
  ['bustArcBack', 'arc', 'synthetic', 26, 92, 'bust level, side to side across the back'],
  ['neckArcBack', 'arc', 'derived', 8, 32, 'neck base from neck side to neck side through the neck back'],
  ['neckArcFront', 'arc', 'derived', 12, 42, 'neck base from neck side to neck side through the neck front'],
  ['bodyTorsoGirth', 'girth', 'direct', 115, 245, 'mid shoulder, over the bust, through the crotch, up the back'],
  ['armpitToWaistSide', 'length', 'derived', 12, 38, 'armpit down the side to waist level'],
  ['waistToHipsFront', 'length', 'synthetic', 8, 40, 'waist level to hip level down the front'],
  ['waistToHipsBack', 'length', 'synthetic', 8, 42, 'waist level to hip level down the back, over the buttock'],
  ['waistToHipsSide', 'length', 'derived', 8, 40, 'waist level to hip level down the side'],
  ['neckSideToShoulder', 'length', 'direct', 8, 22, 'neck side to shoulder point'],
  ['acrossBack', 'length', 'direct', 24, 70, 'armscye to armscye across the back at mid armscye'],
  ['neckBackToShoulder', 'length', 'derived', 13, 33, 'neck back (C7) to shoulder point'],
  ['bustPointToLowBust', 'length', 'synthetic', 2, 20, 'bust point down to the crease under the bust (men: lower edge of the chest muscle)'],
  ['bustPointToWaistFront', 'length', 'derived', 9, 38, 'bust point to the centre front waist, straight'],
  ['bustPointToBustPointHalter', 'length', 'direct', 48, 108, 'bust point, round the back of the neck, to the other bust point'],
  ['neckFrontToWaistSide', 'length', 'synthetic', 28, 72, 'neck front diagonally to waist side'],
  ['neckSideToWaistSide', 'length', 'synthetic', 30, 75, 'neck side diagonally across the front to waist side'],
  ['armUpperGirth', 'girth', 'direct', 17, 68, 'round the relaxed arm at armpit level'],
  ['midThighGirth', 'girth', 'derived', 28, 98, 'round the thigh halfway between crotch and knee'],
  ['ankleDiagionalGirth', 'girth', 'direct', 23, 50, 'round the heel and the front of the ankle (spelling as in the API)'],
  ['waistSideToAnkle', 'length', 'derived', 65, 140, 'waist side over the hip, down to the outer ankle bone'],
  ['crotchLength', 'length', 'derived', 42, 130, 'centre front waist, through the crotch, to centre back waist'],
  ['riseLengthFront', 'length', 'derived', 13, 45, 'waist level to crotch level, vertical, at the front'],
  ['hipArcFront', 'arc', 'synthetic', 28, 110, 'hip level, side to side across the front'],
  ['hipArcBack', 'arc', 'synthetic', 28, 115, 'hip level, side to side across the back'],
  ['riseLengthSideSitting', 'length', 'derived', 13, 42, 'waist side to the seat, sitting'],
  ['neckMidGirth', 'girth', 'direct', 23, 65, "round the middle of the neck at the Adam's apple, square to the neck"],
  ['armscyeLength', 'length', 'derived', 5, 24, 'shoulder point to armpit level, vertical'],
  ['neckBackToHighBustBack', 'length', 'direct', 11, 36, 'neck back (C7) down to the armpit line at the back'],];

/** The measurements in the order of the API. */
export const bodyFields: readonly Field[] = table.map(([name, kind, origin, min, max, definition]) => ({
  name,
  kind,
  origin,
  min,
  max,
  definition,
}));

/** The 69 names in the order of the API. */
export const measurementNames: readonly string[] = bodyFields.map((field) => field.name);

const indexByName: ReadonlyMap<string, number> = new Map(measurementNames.map((name, index) => [name, index]));

/** Position of a measurement in every array of the model. Throws on a name that is not one of the 69. */
export function fieldIndex(name: string): number {
  const index = indexByName.get(name);
  if (index === undefined) throw new RangeError(`${JSON.stringify(name)} is not a body measurement`);
  return index;
}

/** Whether the name is one of the 69. */
export const isMeasurement = (name: string): boolean => indexByName.has(name);

/** A former, misspelled name that the API still accepts and returns. */
export const deprecatedAlias = { name: 'nackSideToWaistBack', of: 'neckSideToWaistBack' } as const;

/** Every name that a request may send. */
export const acceptedNames: readonly string[] = [...measurementNames, deprecatedAlias.name];

/** Girths and the arcs that add up to them: [girth, front arc, back arc]. */
export const sumsOfArcs: readonly (readonly [whole: string, front: string, back: string])[] = [
  ['waistGirth', 'waistArcFront', 'waistArcBack'],
  ['chestGirth', 'bustArcFront', 'bustArcBack'],
  ['hipGirth', 'hipArcFront', 'hipArcBack'],
  ['highHipGirth', 'highHipArcFront', 'highHipArcBack'],
  ['neckGirth', 'neckArcFront', 'neckArcBack'],
];

/** Two names of one measurement: same landmarks, equal values. */
export const synonymPairs: readonly (readonly [string, string])[] = [['neckSideToSideWaist', 'neckSideToWaistSide']];

/** Pairs with the smaller measurement of an adult body first. */
export const orderedPairs: readonly (readonly [smaller: string, larger: string])[] = [
  ['ankleGirth', 'calfGirth'],
  ['wristGirth', 'bicepGirth'],
  ['kneeGirth', 'thighGirth'],
  ['midThighGirth', 'thighGirth'],
  ['calfGirth', 'thighGirth'],
  ['crotchHeight', 'waistHeight'],
  ['waistHeight', 'height'],
  ['armLength', 'overArmLength'],
  ['underArmLength', 'armLength'],
  ['neckMidGirth', 'neckGirth'],
  ['elbowStraight', 'elbowBent'],
  ['bustSpan', 'bustArcFront'],
  ['waistToHipsSide', 'waistSideToAnkle'],
  ['kneeToAnkle', 'crotchHeight'],
  ['riseLengthFront', 'crotchLength'],
  ['highHipGirth', 'hipGirth'],
];
