/** The place of the tape for each measurement: lines on the front and on the back of the figure. */
import type { Point } from '../../../../src/geometry/point.js';
import { acrossArm, type Landmarks, mirrored, type Section } from './landmarks.js';

export type View = 'front' | 'back';

export interface TapeLine {
  readonly view: View;
  readonly points: readonly Point[];
  /** False: straight from point to point; true: a curve through them. */
  readonly curved: boolean;
  /** A line beside the body, with a tick at each end. */
  readonly dimension?: boolean;
}

type Draw = (marks: Landmarks) => readonly TapeLine[];

const line = (view: View, ...points: Point[]): TapeLine => ({ view, points, curved: false });
const curve = (view: View, ...points: Point[]): TapeLine => ({ view, points, curved: true });
const dimension = (x: number, from: number, to: number): TapeLine => ({
  view: 'front',
  points: [
    [x, from],
    [x, to],
  ],
  curved: false,
  dimension: true,
});

/** The visible half of a girth. It hangs a little in the middle. */
const half = (view: View, side: Point, sag = 0.1): TapeLine =>
  curve(view, mirrored(side), [0, side[1] + sag * side[0]], side);
const round = (side: Point, sag?: number): TapeLine[] => [half('front', side, sag), half('back', side, sag)];

const roundLeg = ({ at: [x, y], half: reach }: Section): TapeLine[] =>
  (['front', 'back'] as const).map((view) => curve(view, [x - reach, y], [x, y + 0.14 * reach], [x + reach, y]));
const roundArm = (section: Section): TapeLine[] => {
  const [inner, outer] = acrossArm(section);
  const middle: Point = [(inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2 + 0.2 * section.half];
  return (['front', 'back'] as const).map((view) => curve(view, inner, middle, outer));
};

const centre = (y: number): Point => [0, y];
const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const outerAnkle = ({ ankle }: Landmarks): Point => [ankle.at[0] + ankle.half, ankle.at[1]];
const atSide = ({ at: [x, y], half: reach }: Section): Point => [x + reach, y];
/** A place beside the figure, clear of its arms. */
const beside = ({ hand }: Landmarks, step: number): number => hand[0] + 5 + 4 * step;
const armOuter = (marks: Landmarks): Point[] => [marks.biceps, marks.elbow, marks.wrist].map((s) => acrossArm(s)[1]);
const armInner = (marks: Landmarks): Point[] => [marks.biceps, marks.elbow, marks.wrist].map((s) => acrossArm(s)[0]);
const hipFront = ({ hipSide }: Landmarks): Point => [0, hipSide[1] + 0.1 * hipSide[0]];
const toWaistSide: Draw = ({ neckSide, waistSide }) => [line('front', neckSide, waistSide)];

const draws: Readonly<Record<string, Draw>> = {
  height: (m) => [dimension(-beside(m, 1), 0, m.floor)],
  waistHeight: (m) => [dimension(beside(m, 1), m.waistSide[1], m.floor)],
  crotchHeight: (m) => [line('front', m.crotch, centre(m.floor))],
  waistToKnee: (m) => [dimension(beside(m, 0), m.waistSide[1], m.knee.at[1])],
  kneeToAnkle: (m) => [dimension(beside(m, 0), m.knee.at[1], m.ankle.at[1])],
  neckGirth: (m) => [
    curve('front', mirrored(m.neckSide), m.neckFront, m.neckSide),
    curve('back', mirrored(m.neckSide), m.neckBack, m.neckSide),
  ],
  neckArcFront: (m) => [curve('front', mirrored(m.neckSide), [0, m.neckFront[1] - 0.7], m.neckSide)],
  neckArcBack: (m) => [curve('back', mirrored(m.neckSide), m.neckBack, m.neckSide)],
  neckMidGirth: (m) => round(m.neckMid),
  chestGirth: (m) => round(m.bustSide),
  bustArcFront: (m) => [half('front', m.bustSide)],
  bustArcBack: (m) => [half('back', m.bustSide)],
  waistGirth: (m) => round(m.waistSide),
  waistArcFront: (m) => [half('front', m.waistSide)],
  waistArcBack: (m) => [half('back', m.waistSide)],
  highHipGirth: (m) => round(m.highHipSide),
  highHipArcFront: (m) => [half('front', m.highHipSide)],
  highHipArcBack: (m) => [half('back', m.highHipSide)],
  hipGirth: (m) => round(m.hipSide),
  hipArcFront: (m) => [half('front', m.hipSide)],
  hipArcBack: (m) => [half('back', m.hipSide)],
  thighGirth: (m) => roundLeg(m.thigh),
  midThighGirth: (m) => roundLeg(m.midThigh),
  kneeGirth: (m) => roundLeg(m.knee),
  calfGirth: (m) => roundLeg(m.calf),
  ankleGirth: (m) => roundLeg(m.ankle),
  ankleDiagionalGirth: (m) => [
    line('front', [m.ankle.at[0] - m.ankle.half, m.ankle.at[1] + 1], [m.ankle.at[0] + m.ankle.half, m.floor]),
  ],
  footInstepGirth: (m) => [
    curve(
      'front',
      [m.ankle.at[0] - m.ankle.half, m.floor - 2],
      [m.ankle.at[0], m.floor - 4.2],
      [m.ankle.at[0] + m.ankle.half + 0.8, m.floor - 2],
    ),
  ],
  armUpperGirth: (m) => roundArm(m.upperArm),
  bicepGirth: (m) => roundArm(m.biceps),
  elbowStraight: (m) => roundArm(m.elbow),
  elbowBent: (m) => [roundArm({ at: [m.elbow.at[0], m.elbow.at[1] - 1.6], half: m.elbow.half })[1]!],
  wristGirth: (m) => roundArm(m.wrist),
  armLength: (m) => [line('front', m.shoulder, m.biceps.at, m.elbow.at, m.wrist.at)],
  overArmLength: (m) => [curve('back', m.shoulder, ...armOuter(m))],
  underArmLength: (m) => [line('front', m.armpit, ...armInner(m))],
  shoulderWidth: (m) => [curve('back', mirrored(m.shoulder), [0, m.shoulder[1] - 1.6], m.shoulder)],
  acrossShoulderFront: (m) => [line('front', mirrored(m.shoulder), m.shoulder)],
  neckSideToShoulder: (m) => [line('front', m.neckSide, m.shoulder)],
  neckBackToShoulder: (m) => [line('back', m.neckBack, m.shoulder)],
  acrossChest: (m) => acrossArmscye(m, 'front'),
  acrossBack: (m) => acrossArmscye(m, 'back'),
  bustSpan: (m) => [line('front', mirrored(m.bust), m.bust)],
  bustPointToLowBust: (m) => [line('front', m.bust, m.lowBust)],
  bustPointToWaistFront: (m) => [line('front', m.bust, centre(m.waistSide[1]))],
  bustPointToBustPointHalter: (m) => [
    line('front', mirrored(m.bust), mirrored(m.neckSide)),
    line('front', m.bust, m.neckSide),
    half('back', m.neckSide, -0.3),
  ],
  neckToWaistFront: (m) => [line('front', m.neckFront, centre(m.waistSide[1]))],
  neckSideToWaistFront: (m) => [line('front', m.neckSide, [m.neckSide[0], m.waistSide[1]])],
  neckSideToWaistOverBustFront: (m) => [line('front', m.neckSide, m.bust, [m.bust[0], m.waistSide[1]])],
  neckSideToWaistSide: toWaistSide,
  neckSideToSideWaist: toWaistSide,
  neckFrontToWaistSide: (m) => [line('front', m.neckFront, m.waistSide)],
  shoulderToWaistFront: (m) => [line('front', m.shoulder, centre(m.waistSide[1]))],
  shoulderToWaistBack: (m) => [line('back', m.shoulder, centre(m.waistSide[1]))],
  neckToWaistBack: (m) => [line('back', m.neckBack, centre(m.waistSide[1]))],
  neckSideToWaistBack: (m) => [line('back', m.neckSide, [m.neckSide[0], m.waistSide[1]])],
  neckBackToHighBustBack: (m) => [line('back', m.neckBack, centre(m.armpit[1]))],
  armscyeLength: (m) => [line('back', m.shoulder, [m.shoulder[0], m.armpit[1]])],
  armpitToWaistSide: (m) => [curve('back', m.armpit, m.bustSide, m.waistSide)],
  bodyTorsoGirth: (m) => [
    line('front', between(m.neckSide, m.shoulder), m.bust, [m.bust[0] * 0.8, m.waistSide[1]], m.crotch),
    line('back', between(m.neckSide, m.shoulder), [m.bust[0] * 0.8, m.waistSide[1]], m.crotch),
  ],
  waistToHipsFront: (m) => [line('front', centre(m.waistSide[1]), hipFront(m))],
  waistToHipsBack: (m) => [line('back', centre(m.waistSide[1]), hipFront(m))],
  waistToHipsSide: (m) => [curve('back', m.waistSide, m.highHipSide, m.hipSide)],
  waistSideToAnkle: (m) => [
    curve('back', m.waistSide, m.highHipSide, m.hipSide, ...[m.thigh, m.midThigh, m.knee].map(atSide), outerAnkle(m)),
  ],
  crotchLength: (m) => [
    line('front', centre(m.waistSide[1]), m.crotch),
    line('back', centre(m.waistSide[1]), m.crotch),
  ],
  riseLengthFront: (m) => [line('front', [2.6, m.waistSide[1]], [2.6, m.crotch[1]])],
  riseLengthSideSitting: (m) => [line('back', m.waistSide, [m.waistSide[0], m.crotch[1]])],
};

function acrossArmscye({ shoulder, armpit }: Landmarks, view: View): TapeLine[] {
  const side: Point = [Math.min(shoulder[0], armpit[0]) - 0.6, (shoulder[1] + armpit[1]) / 2];
  return [line(view, mirrored(side), side)];
}

/** Empty for measurements without a tape: age and weight. */
export const tapeLines = (name: string, marks: Landmarks): readonly TapeLine[] => draws[name]?.(marks) ?? [];
