/**
 * The 69 body measurements for patterns: label, definition, the mean woman and man of the training data (the defaults
 * of a pattern), and the limits for drafting. cm; age in years, weight in kg. The body domain keeps its own table;
 * names and spellings are those of the API.
 */

export interface Measurement {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly unit: 'cm' | 'kg' | 'years';
  readonly female: number;
  readonly male: number;
  readonly min: number;
  readonly max: number;
}

type Row = readonly [
  name: string,
  label: string,
  female: number,
  male: number,
  min: number,
  max: number,
  description: string,
];

// biome-ignore format: a table
const rows: readonly Row[] = [
  ['age', 'Age', 29, 30.2, 12.8, 114, 'age in completed years'],
  ['height', 'Height', 162.9, 175.6, 100, 270, 'floor to crown, standing, no shoes'],
  ['weight', 'Weight', 64.7, 83.6, 25.6, 300, 'body mass, light clothing'],
  ['neckGirth', 'Neck girth', 35.8, 42.7, 20.8, 78, 'round the base of the neck through neck back (C7), both neck sides and neck front'],
  ['chestGirth', 'Chest girth', 92.6, 103.9, 49.6, 216, 'horizontal girth at the bust points (women: fullest bust over a bra; men: nipple level)'],
  ['waistGirth', 'Waist girth', 78.2, 90.1, 36, 228, 'horizontal girth at waist level = midway between lowest rib and top of the hip bone'],
  ['shoulderWidth', 'Shoulder width', 36.4, 41, 20.8, 72, 'between the two shoulder points (acromia), across the back'],
  ['armLength', 'Arm length', 54.6, 59.6, 32, 98.4, 'shoulder point to wrist bone, arm straight and hanging'],
  ['bicepGirth', 'Bicep girth', 28, 33.1, 12.8, 78, 'round the relaxed upper arm at the biceps'],
  ['wristGirth', 'Wrist girth', 15.3, 17.5, 8.8, 33.6, 'round the wrist over the wrist bone'],
  ['hipGirth', 'Hip girth', 99.3, 101, 52, 228, 'largest horizontal girth over the buttocks'],
  ['neckToWaistBack', 'Neck to waist back', 39.5, 44.3, 22.4, 74.4, 'neck back (C7) down the spine to waist level'],
  ['crotchHeight', 'Crotch height', 77.7, 84.3, 41.6, 134.4, 'crotch to floor'],
  ['thighGirth', 'Thigh girth', 59.7, 61.7, 28, 132, 'round the thigh just under the buttock fold'],
  ['kneeGirth', 'Knee girth', 37.4, 39.6, 20.8, 84, 'round the straight knee at mid kneecap'],
  ['calfGirth', 'Calf girth', 36.2, 38.8, 17.6, 84, 'largest girth of the calf'],
  ['ankleGirth', 'Ankle girth', 21, 22.7, 11.2, 50.4, 'smallest girth above the ankle bones'],
  ['acrossShoulderFront', 'Across shoulder front', 40.5, 42.8, 20, 72, 'shoulder point to shoulder point across the front, at collar-bone level'],
  ['acrossChest', 'Across chest', 32.4, 36.2, 17.6, 74.4, 'armscye to armscye across the front, about halfway between shoulder point and armpit'],
  ['bustSpan', 'Bust span', 18.5, 21.6, 8.8, 45.6, 'bust point to bust point (men: nipples), straight'],
  ['neckToWaistFront', 'Neck to waist front', 35.3, 37.6, 19.2, 74.4, 'neck front (pit of neck) down to waist level'],
  ['neckSideToWaistFront', 'Neck side to waist front', 44, 48.4, 24, 84, 'neck side straight down the front to waist level'],
  ['neckSideToWaistBack', 'Neck side to waist back', 42.2, 46.4, 24, 81.6, 'neck side straight down the back to waist level'],
  ['neckSideToSideWaist', 'Neck side to side waist', 44.3, 50.4, 24, 90, 'neck side diagonally across the front to waist side'],
  ['neckSideToWaistOverBustFront', 'Neck side to waist over bust front', 42.6, 45.1, 25.6, 90, 'neck side to bust point, then straight down to waist level'],
  ['shoulderToWaistFront', 'Shoulder to waist front', 45, 48.9, 24, 90, 'shoulder point diagonally to the centre front waist'],
  ['shoulderToWaistBack', 'Shoulder to waist back', 38.6, 45.3, 24, 86.4, 'shoulder point diagonally to the centre back waist'],
  ['overArmLength', 'Over arm length', 59.6, 65.3, 35.2, 105.6, 'shoulder point over the bent elbow to the wrist'],
  ['underArmLength', 'Under arm length', 44.4, 47.9, 24, 84, 'armpit to wrist, arm straight'],
  ['elbowBent', 'Elbow bent', 26.7, 31.4, 14.4, 67.2, 'round the elbow, arm bent 90 degrees'],
  ['elbowStraight', 'Elbow straight', 24.2, 28.1, 12.8, 60, 'round the elbow, arm straight'],
  ['waistHeight', 'Waist height', 102.1, 109.3, 60, 174, 'waist level to floor'],
  ['waistToKnee', 'Waist to knee', 56.7, 59.9, 32, 98.4, 'waist level to mid kneecap, vertical'],
  ['kneeToAnkle', 'Knee to ankle', 39.2, 42.2, 20.8, 72, 'mid kneecap to outer ankle bone, vertical'],
  ['footInstepGirth', 'Foot instep girth', 23.2, 25.9, 13.6, 43.2, 'round the foot over the top of the instep'],
  ['waistArcFront', 'Waist arc front', 38.6, 45, 16, 132, 'waist level, side seam to side seam across the front'],
  ['waistArcBack', 'Waist arc back', 38.4, 42.7, 14.4, 114, 'waist level, side seam to side seam across the back'],
  ['highHipGirth', 'High hip girth', 91.2, 92.5, 41.6, 228, 'horizontal girth halfway between waist and hip level'],
  ['highHipArcFront', 'High hip arc front', 45.3, 47.3, 19.2, 134.4, 'high hip, side to side across the front'],
  ['highHipArcBack', 'High hip arc back', 45.8, 45.1, 19.2, 126, 'high hip, side to side across the back'],
  ['bustArcFront', 'Bust arc front', 49.3, 52, 24, 134.4, 'bust level, side seam to side seam across the bust'],
  ['bustArcBack', 'Bust arc back', 42.3, 49.7, 20.8, 110.4, 'bust level, side to side across the back'],
  ['neckArcBack', 'Neck arc back', 14.3, 16.6, 6.4, 38.4, 'neck base from neck side to neck side through the neck back'],
  ['neckArcFront', 'Neck arc front', 20.3, 24.2, 9.6, 50.4, 'neck base from neck side to neck side through the neck front'],
  ['bodyTorsoGirth', 'Body torso girth', 154.4, 165.6, 92, 294, 'mid shoulder, over the bust, through the crotch, up the back'],
  ['armpitToWaistSide', 'Armpit to waist side', 21.5, 23.4, 9.6, 45.6, 'armpit down the side to waist level'],
  ['waistToHipsFront', 'Waist to hips front', 18.5, 20.5, 6.4, 48, 'waist level to hip level down the front'],
  ['waistToHipsBack', 'Waist to hips back', 19.7, 21.2, 6.4, 50.4, 'waist level to hip level down the back, over the buttock'],
  ['waistToHipsSide', 'Waist to hips side', 18.9, 21.1, 6.4, 48, 'waist level to hip level down the side'],
  ['neckSideToShoulder', 'Neck side to shoulder', 14, 15, 6.4, 26.4, 'neck side to shoulder point'],
  ['acrossBack', 'Across back', 38.5, 43.7, 19.2, 84, 'armscye to armscye across the back at mid armscye'],
  ['neckBackToShoulder', 'Neck back to shoulder', 20, 22.6, 10.4, 39.6, 'neck back (C7) to shoulder point'],
  ['bustPointToLowBust', 'Bust point to low bust', 6.4, 5.5, 1.6, 24, 'bust point down to the crease under the bust (men: lower edge of the chest muscle)'],
  ['bustPointToWaistFront', 'Bust point to waist front', 18.3, 20.9, 7.2, 45.6, 'bust point to the centre front waist, straight'],
  ['bustPointToBustPointHalter', 'Bust point to bust point halter', 67.8, 71.1, 38.4, 129.6, 'bust point, round the back of the neck, to the other bust point'],
  ['neckFrontToWaistSide', 'Neck front to waist side', 42.5, 44.8, 22.4, 86.4, 'neck front diagonally to waist side'],
  ['neckSideToWaistSide', 'Neck side to waist side', 44.3, 50.4, 24, 90, 'neck side diagonally across the front to waist side'],
  ['armUpperGirth', 'Arm upper girth', 29.1, 33.5, 13.6, 81.6, 'round the relaxed arm at armpit level'],
  ['midThighGirth', 'Mid thigh girth', 50.3, 52.2, 22.4, 117.6, 'round the thigh halfway between crotch and knee'],
  ['ankleDiagionalGirth', 'Ankle diagonal girth', 30.7, 34.2, 18.4, 60, 'round the heel and the front of the ankle (spelling as in the API)'],
  ['waistSideToAnkle', 'Waist side to ankle', 96.4, 102.7, 52, 168, 'waist side over the hip, down to the outer ankle bone'],
  ['crotchLength', 'Crotch length', 69.2, 69.5, 33.6, 156, 'centre front waist, through the crotch, to centre back waist'],
  ['riseLengthFront', 'Rise length front', 24.5, 25, 10.4, 54, 'waist level to crotch level, vertical, at the front'],
  ['hipArcFront', 'Hip arc front', 50.3, 51.4, 22.4, 132, 'hip level, side to side across the front'],
  ['hipArcBack', 'Hip arc back', 48, 48.3, 22.4, 138, 'hip level, side to side across the back'],
  ['riseLengthSideSitting', 'Rise length side sitting', 24.5, 25.6, 10.4, 50.4, 'waist side to the seat, sitting'],
  ['neckMidGirth', 'Neck mid girth', 32.2, 39.2, 18.4, 78, "round the middle of the neck at the Adam's apple, square to the neck"],
  ['armscyeLength', 'Armscye length', 9.8, 11.5, 4, 28.8, 'shoulder point to armpit level, vertical'],
  ['neckBackToHighBustBack', 'Neck back to high bust back', 18.6, 21.3, 8.8, 43.2, 'neck back (C7) down to the armpit line at the back'],
];

const measurements: ReadonlyMap<string, Measurement> = new Map(
  rows.map(([name, label, female, male, min, max, description]) => {
    const unit = name === 'age' ? 'years' : name === 'weight' ? 'kg' : 'cm';
    return [name, { name, label, description, unit, female, male, min, max }];
  }),
);

/** The measurement of that name; `measurementByName.names` lists all. */
export const measurementByName = Object.assign((name: string): Measurement | undefined => measurements.get(name), {
  names: [...measurements.keys()] as readonly string[],
});
