/**
 * The seams between pieces in the library's own definitions. A side of a seam is a chain of stretches on the seam line
 * of a piece; darts lie between stretches. Each stretch runs from one named point of the definition to another. The
 * form is meant to become part of definitions.
 */

import type { FormulaText, PointReference } from '../../src/patterns/definition/definition.js';

/** From one point of the definition to another along the seam line, the shorter way round. */
export type Stretch = readonly [from: PointReference, to: PointReference];

export interface SeamSide {
  readonly piece: string;
  readonly along: readonly Stretch[];
}

/** Two sides that are sewn together: `one` is as long as `other` and its ease, a formula in the definition's unit. */
export interface Seam {
  readonly name: string;
  readonly one: SeamSide;
  readonly other: SeamSide;
  readonly ease?: FormulaText;
}

export type Dart = readonly [leg: string, tip: string, otherLeg: string];

export interface SewnPattern {
  readonly pattern: string;
  readonly seams: readonly Seam[];
  readonly darts: readonly Dart[];
  /** Girths of the sewn garment, in the halves and quarters that sum up to it. */
  readonly girths: readonly {
    readonly name: string;
    readonly girth: string;
    readonly sides: readonly SeamSide[];
    readonly times: number;
  }[];
}

const side = (piece: string, ...along: Stretch[]): SeamSide => ({ piece, along });

const skirtFront = side('front', ['frontCentre', 'frontDartIn'], ['frontDartOut', 'frontSide']);
const skirtBack = side(
  'back',
  ['backCentre', 'innerDartIn'],
  ['innerDartOut', 'outerDartIn'],
  ['outerDartOut', 'backSide'],
);

const pencilSkirt: SewnPattern = {
  pattern: 'Pencil skirt',
  seams: [
    {
      name: 'side above the hip',
      one: side('front', ['frontSide', 'frontHipSide']),
      other: side('back', ['backSide', 'backHipSide']),
    },
    {
      name: 'side below the hip',
      one: side('front', ['frontHipSide', 'frontHemSide']),
      other: side('back', ['backHipSide', 'backHemSide']),
    },
    { name: 'front facing', one: side('front-facing', ['frontFacingTop', 'frontFacingSide']), other: skirtFront },
    { name: 'back facing', one: side('back-facing', ['backFacingTop', 'backFacingSide']), other: skirtBack },
    {
      name: 'facings at the side',
      one: side('front-facing', ['frontFacingSide', 'frontFacingSideLow']),
      other: side('back-facing', ['backFacingSide', 'backFacingSideLow']),
    },
  ],
  darts: [
    ['frontDartIn', 'frontDartTip', 'frontDartOut'],
    ['innerDartIn', 'innerDartTip', 'innerDartOut'],
    ['outerDartIn', 'outerDartTip', 'outerDartOut'],
  ],
  girths: [{ name: 'waist', girth: 'waistGirth + waistEase', sides: [skirtFront, skirtBack], times: 2 }],
};

const aLineFront = side('front', ['frontCentre', 'frontDartAtIn'], ['frontDartAtOut', 'frontSide']);
const aLineBack = side('back', ['backCentre', 'backDartAtIn'], ['backDartAtOut', 'backSide']);

const aLineSkirt: SewnPattern = {
  pattern: 'A-line skirt',
  seams: [
    {
      name: 'side above the hip',
      one: side('front', ['frontSide', 'frontHipSide']),
      other: side('back', ['backSide', 'backHipSide']),
    },
    {
      name: 'side below the hip',
      one: side('front', ['frontHipSide', 'frontHemSide']),
      other: side('back', ['backHipSide', 'backHemSide']),
    },
    { name: 'waistband, left back', one: side('waistband', ['bandStart', 'bandSide']), other: aLineBack },
    { name: 'waistband, left front', one: side('waistband', ['bandSide', 'bandFront']), other: aLineFront },
    { name: 'waistband, right front', one: side('waistband', ['bandFront', 'bandOtherSide']), other: aLineFront },
    { name: 'waistband, right back', one: side('waistband', ['bandOtherSide', 'bandClose']), other: aLineBack },
    {
      name: 'pocket in the front',
      one: side('pocket-bag', ['pocketTop', 'pocketMouth']),
      other: side('front', ['frontPocketTop', 'frontPocketLow']),
    },
    {
      name: 'pocket in the back',
      one: side('pocket-bag', ['pocketTop', 'pocketMouth']),
      other: side('back', ['backPocketTop', 'backPocketLow']),
    },
  ],
  darts: [
    ['frontDartAtIn', 'frontDartAtTip', 'frontDartAtOut'],
    ['backDartAtIn', 'backDartAtTip', 'backDartAtOut'],
  ],
  girths: [{ name: 'waist', girth: 'waistGirth + waistEase', sides: [aLineFront, aLineBack], times: 2 }],
};

const trouserFront = side('front', ['fWaist', 'fDartIn'], ['fDartOut', 'fWaistSide']);
const trouserBack = side('back', ['bWaist', 'bInnerIn'], ['bInnerOut', 'bOuterIn'], ['bOuterOut', 'bWaistSide']);

const trousersBlock: SewnPattern = {
  pattern: 'Trousers block',
  seams: [
    {
      name: 'side above the hip',
      one: side('front', ['fWaistSide', 'fHipSide']),
      other: side('back', ['bWaistSide', 'bHipSide']),
    },
    {
      name: 'side from hip to knee',
      one: side('front', ['fHipSide', 'fKneeOut']),
      other: side('back', ['bHipSide', 'bKneeOut']),
    },
    {
      name: 'side below the knee',
      one: side('front', ['fKneeOut', 'fHemOut']),
      other: side('back', ['bKneeOut', 'bHemOut']),
    },
    {
      name: 'inseam above the knee',
      one: side('front', ['fCrotch', 'fKneeIn']),
      other: side('back', ['bCrotch', 'bKneeIn']),
    },
    {
      name: 'inseam below the knee',
      one: side('front', ['fKneeIn', 'fHemIn']),
      other: side('back', ['bKneeIn', 'bHemIn']),
    },
    { name: 'waistband, right front', one: side('waistband', ['bandStart', 'bandSide']), other: trouserFront },
    { name: 'waistband, right back', one: side('waistband', ['bandSide', 'bandBack']), other: trouserBack },
    { name: 'waistband, left back', one: side('waistband', ['bandBack', 'bandOtherSide']), other: trouserBack },
    { name: 'waistband, left front', one: side('waistband', ['bandOtherSide', 'bandClose']), other: trouserFront },
  ],
  darts: [
    ['fDartIn', 'fDartTip', 'fDartOut'],
    ['bInnerIn', 'bInnerTip', 'bInnerOut'],
    ['bOuterIn', 'bOuterTip', 'bOuterOut'],
  ],
  girths: [{ name: 'waist', girth: 'waistGirth + waistEase', sides: [trouserFront, trouserBack], times: 2 }],
};

const bodiceBlock: SewnPattern = {
  pattern: 'Bodice block',
  seams: [
    {
      name: 'side',
      one: side('front', ['frontUnderarm', 'frontSide']),
      other: side('back', ['backUnderarm', 'backSide']),
    },
    {
      name: 'shoulder',
      one: side('front', ['frontNeckOut', 'frontShoulder']),
      other: side('back', ['backNeckSide', 'shoulderDartIn'], ['shoulderDartOut', 'backShoulder']),
    },
    {
      name: 'sleeve',
      one: side('sleeve', ['sleeveBack', 'wristBack']),
      other: side('sleeve', ['sleeveFront', 'wristFront']),
    },
    {
      name: 'cap below the back notch',
      one: side('sleeve', ['sleeveBack', 'capBackNotch']),
      other: side('back', ['backUnderarm', 'backPitch']),
    },
    {
      name: 'cap above the back notch',
      one: side('sleeve', ['capBackNotch', 'capTopNotch']),
      other: side('back', ['backPitch', 'backShoulder']),
      ease: 'capEase / 2',
    },
    {
      name: 'cap above the front notch',
      one: side('sleeve', ['capTopNotch', 'capFrontNotch']),
      other: side('front', ['frontShoulder', 'frontPitch']),
      ease: 'capEase / 2',
    },
    {
      name: 'cap below the front notch',
      one: side('sleeve', ['capFrontNotch', 'sleeveFront']),
      other: side('front', ['frontPitch', 'frontUnderarm']),
    },
  ],
  darts: [
    ['shoulderDartIn', 'shoulderDartTip', 'shoulderDartOut'],
    ['backDartIn', 'backDartTip', 'backDartOut'],
    ['frontNeckSide', 'bustDartTip', 'frontNeckOut'],
    ['frontDartIn', 'frontDartTip', 'frontDartOut'],
  ],
  girths: [
    {
      name: 'neck',
      girth: 'neckGirth',
      sides: [side('front', ['frontNeck', 'frontNeckSide']), side('back', ['backNeck', 'backNeckSide'])],
      times: 2,
    },
    {
      name: 'waist',
      girth: 'waistGirth + waistEase',
      sides: [
        side('front', ['frontWaist', 'frontDartIn'], ['frontDartOut', 'frontSide']),
        side('back', ['backWaist', 'backDartIn'], ['backDartOut', 'backSide']),
      ],
      times: 2,
    },
  ],
};

const liningTop = { x: 'bodyWidth / 2', y: 'topHem - seamAllowance' };

const toteBag: SewnPattern = {
  pattern: 'Tote bag',
  seams: [
    {
      name: 'side below the hem',
      one: side('body', [liningTop, 'boxTop']),
      other: side('lining', [liningTop, 'boxTop']),
    },
    {
      name: 'lining to the hem',
      one: side('body', ['topMiddle', 'topRight']),
      other: side('lining', [{ x: 0, y: liningTop.y }, liningTop]),
    },
    { name: 'corner', one: side('body', ['boxTop', 'boxCorner']), other: side('body', ['boxCorner', 'boxBottom']) },
    {
      name: 'corner of the lining',
      one: side('lining', ['boxTop', 'boxCorner']),
      other: side('lining', ['boxCorner', 'boxBottom']),
    },
    {
      name: 'bottom',
      one: side('body', ['boxBottom', 'bottomMiddle']),
      other: side('lining', ['boxBottom', 'bottomMiddle']),
    },
  ],
  darts: [],
  girths: [],
};

export const sewnPatterns: readonly SewnPattern[] = [pencilSkirt, aLineSkirt, trousersBlock, bodiceBlock, toteBag];
