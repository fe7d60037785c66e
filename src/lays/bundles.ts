/** Bundles: equal garments that are cut from the plies of one roll at once, and stay together on their way to the sewers. */
import { spreadsheetText } from '../drawing/document/spreadsheet-text.js';
import type { CutPlan } from './cut-plan.js';

export interface Bundle {
  /** 1, 2, ... in the order of the lays. */
  readonly number: number;
  /** Numbers from 1. */
  readonly lay: number;
  readonly marker: number;
  readonly garment: string;
  /** Which of the garments of its kind in the marker, from 1. */
  readonly copy: number;
  readonly colour: string;
  readonly roll: string;
  readonly shade: string;
  /** Plies of the lay, counted from the bottom, both included. */
  readonly firstPly: number;
  readonly lastPly: number;
  readonly garments: number;
}

const headings = [
  'bundle',
  'lay',
  'marker',
  'garment',
  'copy',
  'colour',
  'roll',
  'shade',
  'firstPly',
  'lastPly',
  'garments',
];

/** Rows of text for a spreadsheet and other programs, the headings first. */
export function bundleRows(plan: CutPlan): string[][] {
  const rows = bundlesOf(plan).map((bundle) => [
    bundle.number,
    bundle.lay,
    bundle.marker,
    spreadsheetText(bundle.garment),
    bundle.copy,
    spreadsheetText(bundle.colour),
    spreadsheetText(bundle.roll),
    spreadsheetText(bundle.shade),
    bundle.firstPly,
    bundle.lastPly,
    bundle.garments,
  ]);
  return [headings, ...rows.map((row) => row.map(String))];
}

export function bundlesOf({ markers, lays }: CutPlan): Bundle[] {
  const bundles: Bundle[] = [];
  for (const [l, { marker, plies }] of lays.entries()) {
    let below = 0;
    for (const { plies: count, colour, rollId, shade } of plies) {
      const lay = { lay: l + 1, marker: marker + 1, colour, roll: rollId, shade };
      const ofPlies = { firstPly: below + 1, lastPly: below + count, garments: count };
      for (const { name, count: copies } of markers[marker]!.garments) {
        for (let copy = 1; copy <= copies; copy++)
          bundles.push({ number: bundles.length + 1, ...lay, garment: name, copy, ...ofPlies });
      }
      below += count;
    }
  }
  return bundles;
}
