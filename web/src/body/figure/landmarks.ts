/**
 * The landmarks of a body in the plane of the figure, from its measurements: cm, x from the centre line to the right, y down
 * from the crown. A drawing, not a model of the body: breadths are fixed shares of the girths.
 */

import type { Point } from '../../../../src/geometry/point.js';

export interface Landmarks {
  readonly floor: number;
  readonly neckBack: Point;
  readonly neckFront: Point;
  readonly neckSide: Point;
  readonly neckMid: Point;
  readonly shoulder: Point;
  readonly armpit: Point;
  readonly bust: Point;
  readonly lowBust: Point;
  /** Points on the outline at the right-hand side. */
  readonly bustSide: Point;
  readonly waistSide: Point;
  readonly highHipSide: Point;
  readonly hipSide: Point;
  readonly crotch: Point;
  readonly chin: number;
  readonly headBreadth: number;
  /** A section of one leg: its centre, and half its breadth. */
  readonly thigh: Section;
  readonly midThigh: Section;
  readonly knee: Section;
  readonly calf: Section;
  readonly ankle: Section;
  /** The section of one arm, along its middle line. */
  readonly armTop: Section;
  readonly upperArm: Section;
  readonly biceps: Section;
  readonly elbow: Section;
  readonly wrist: Section;
  readonly hand: Point;
}

export interface Section {
  readonly at: Point;
  readonly half: number;
}

/** Measurements of a woman of medium height, in place of unknown ones, cm. */
const usual: Readonly<Record<string, number>> = {
  height: 168,
  neckGirth: 37,
  neckMidGirth: 33,
  chestGirth: 92,
  waistGirth: 77,
  highHipGirth: 91,
  hipGirth: 99,
  shoulderWidth: 37,
  neckSideToShoulder: 12.5,
  armscyeLength: 12.5,
  armLength: 56,
  armUpperGirth: 31,
  bicepGirth: 29,
  elbowStraight: 25,
  wristGirth: 16,
  waistHeight: 104,
  waistToHipsSide: 20,
  waistToKnee: 58,
  crotchHeight: 77,
  kneeToAnkle: 39,
  neckToWaistBack: 40,
  neckToWaistFront: 35,
  bustPointToWaistFront: 18,
  bustPointToLowBust: 7,
  bustSpan: 18,
  thighGirth: 58,
  midThighGirth: 51,
  kneeGirth: 37,
  calfGirth: 36,
  ankleGirth: 22,
};

/** Half the breadth of a torso over its girth, and of a round limb. */
const torso = 0.176;
const limb = 1 / (2 * Math.PI);
/** Angle between the arms and the body, radians. */
const armAngle = 0.2;

export function landmarksOf(measurement: (name: string) => number | undefined): Landmarks {
  const cm = (name: string): number => measurement(name) ?? usual[name]!;
  const floor = cm('height');
  const at = (heightOverFloor: number): number => floor - heightOverFloor;
  const waist = at(cm('waistHeight'));
  const neck = waist - 0.97 * cm('neckToWaistBack');
  const neckSide: Point = [1.05 * limb * cm('neckGirth'), neck - 0.6];
  const neckMid: Point = [limb * cm('neckMidGirth'), neck - 1.9];
  const neckFront: Point = [0, Math.max(neck + 2.5, waist - 0.96 * cm('neckToWaistFront'))];
  const shoulderX = 0.5 * cm('shoulderWidth');
  const drop = Math.sqrt(Math.max(9, cm('neckSideToShoulder') ** 2 - (shoulderX - neckSide[0]) ** 2));
  const shoulder: Point = [shoulderX, neckSide[1] + Math.min(6.5, drop)];
  const bustSide: Point = [torso * cm('chestGirth'), 0];
  const bust: Point = [cm('bustSpan') / 2, waist - 0.9 * cm('bustPointToWaistFront')];
  const armpit: Point = [Math.min(bustSide[0] * 0.97, shoulderX - 1.5), shoulder[1] + cm('armscyeLength')];
  const hips = waist + cm('waistToHipsSide');
  const crotch = Math.max(at(cm('crotchHeight')), hips + 2);
  const hipHalf = torso * 1.02 * cm('hipGirth');
  const knee = waist + cm('waistToKnee');
  const ankle = Math.min(knee + cm('kneeToAnkle'), floor - 5);
  const leg = (y: number, name: string, centre: number): Section => ({ at: [centre, y], half: limb * cm(name) });
  const thighHalf = Math.min(1.04 * limb * cm('thighGirth'), hipHalf / 2 + 1);
  const arms = armsOf(shoulder, cm);
  return {
    floor,
    neckBack: [0, neck],
    neckFront,
    neckSide,
    neckMid,
    shoulder,
    armpit,
    bust,
    lowBust: [bust[0], bust[1] + cm('bustPointToLowBust')],
    bustSide: [bustSide[0], bust[1]],
    waistSide: [torso * 1.02 * cm('waistGirth'), waist],
    highHipSide: [torso * 1.03 * cm('highHipGirth'), (waist + hips) / 2],
    hipSide: [hipHalf, hips],
    crotch: [0, crotch],
    chin: 0.84 * neck,
    headBreadth: 0.046 * floor,
    thigh: { at: [hipHalf - thighHalf, crotch + 3], half: thighHalf },
    midThigh: leg((crotch + knee) / 2, 'midThighGirth', 0.56 * hipHalf),
    knee: leg(knee, 'kneeGirth', 0.52 * hipHalf),
    calf: leg(knee + 0.36 * (ankle - knee), 'calfGirth', 0.51 * hipHalf),
    ankle: leg(ankle, 'ankleGirth', 0.46 * hipHalf),
    ...arms,
  };
}

type Arms = Pick<Landmarks, 'armTop' | 'upperArm' | 'biceps' | 'elbow' | 'wrist' | 'hand'>;

function armsOf(shoulder: Point, cm: (name: string) => number): Arms {
  const length = cm('armLength');
  const half = (name: string): number => limb * cm(name);
  // The middle line begins half an arm inside the shoulder point.
  const start: Point = [shoulder[0] - 0.55 * half('armUpperGirth'), shoulder[1] + 1];
  const along = (share: number): Point => [
    start[0] + share * length * Math.sin(armAngle),
    start[1] + share * length * Math.cos(armAngle),
  ];
  return {
    armTop: { at: along(0.06), half: half('armUpperGirth') },
    upperArm: { at: along(0.22), half: half('armUpperGirth') },
    biceps: { at: along(0.36), half: half('bicepGirth') },
    elbow: { at: along(0.57), half: half('elbowStraight') },
    wrist: { at: along(1), half: half('wristGirth') },
    hand: along(1.28),
  };
}

/** A line across an arm, from its inner to its outer side. */
export function acrossArm({ at: [x, y], half }: Section): readonly [inner: Point, outer: Point] {
  const [dx, dy] = [half * Math.cos(armAngle), -half * Math.sin(armAngle)];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

export const mirrored = ([x, y]: Point): Point => [-x, y];
