/** The settings of a marker as typed. */
import type { JsonValue } from '@bufbuild/protobuf';
import type { LengthUnit } from '../shell/lengths.js';
import type { KeepOut } from './keep-outs.js';

export type Direction = 'either' | 'garment' | 'marker';

/** How the cloth lies. */
export type Form = 'open' | 'folded' | 'tubular';

export interface SheetSize {
  readonly width: string;
  readonly height: string;
  readonly count: string;
  /** Of one sheet, in any currency; blank or missing: none. */
  readonly cost?: string;
}

/** A further roll to choose from. */
export interface RollWidth {
  readonly width: string;
  /** A metre or yard. */
  readonly price: string;
}

export interface Setup {
  /** A roll of any length, sheets of one size, the sheets of the file, or rests of an earlier marker. */
  readonly fabric: 'roll' | 'sheets' | 'file' | 'rests';
  /** The unit of the lengths below, unless a file has one of its own. */
  readonly lengths: LengthUnit;
  readonly width: string;
  readonly height: string;
  readonly count: string;
  /** Of one of these sheets; blank: none. */
  readonly cost: string;
  /** Sheets of further sizes. */
  readonly sizes: readonly SheetSize[];
  /** Of a metre or yard of the roll; blank: none. */
  readonly price: string;
  readonly rolls: readonly RollWidth[];
  /** Rests of an earlier marker, the sheets of this one: bins in the JSON of protobuf, in millimetres. */
  readonly rests: readonly JsonValue[];
  readonly keepOuts: readonly KeepOut[];
  readonly distance: string;
  readonly edge: string;
  readonly form: Form;
  /** Pieces without a partner, of folded or tubular cloth: cut through both layers, or on a stretch that lies open. */
  readonly singles: 'both' | 'open';
  /** The repeat of a pattern of the cloth along x and y; blank: plain. Garments match on it. */
  readonly repeatX: string;
  readonly repeatY: string;
  /** Where a repeat begins; blank: at the edge. */
  readonly offsetX: string;
  readonly offsetY: string;
  /** Least width of the rests to report; blank: none. */
  readonly restWidth: string;
  /** Degrees, with commas. */
  readonly rotations: string;
  /** Degrees to either side of each rotation. */
  readonly tilt: string;
  /** Pieces that lie the same way. */
  readonly direction: Direction;
  readonly seconds: string;
  readonly queue: 'slow' | 'fast';
  readonly solvers: string;
  /** The cutter: the width of its cut, its speeds a second, its seconds a start; blank: not known. */
  readonly kerf: string;
  readonly feed: string;
  readonly travel: string;
  readonly startSeconds: string;
  /** Whether it cuts a line of two parts once. */
  readonly commonLines: boolean;
}

export const usual: Setup = {
  fabric: 'roll',
  lengths: 'mm',
  width: '1500',
  height: '1000',
  count: '1',
  cost: '',
  sizes: [],
  price: '',
  rolls: [],
  rests: [],
  keepOuts: [],
  distance: '3',
  edge: '0',
  form: 'open',
  singles: 'both',
  repeatX: '',
  repeatY: '',
  offsetX: '',
  offsetY: '',
  restWidth: '',
  rotations: '0, 180',
  tilt: '0',
  direction: 'either',
  seconds: '20',
  queue: 'slow',
  solvers: '1',
  kerf: '',
  feed: '',
  travel: '',
  startSeconds: '',
  commonLines: true,
};

export const lengthFields = [
  'width',
  'height',
  'distance',
  'edge',
  'repeatX',
  'repeatY',
  'offsetX',
  'offsetY',
  'restWidth',
  'kerf',
  'feed',
  'travel',
] as const satisfies readonly (keyof Setup)[];

/** The settings that another marker begins with: its cloth is plain, and nothing is drawn on it. */
export const settingsForAnother = (setup: Setup): Setup => ({
  ...setup,
  keepOuts: [],
  rests: [],
  repeatX: '',
  repeatY: '',
  offsetX: '',
  offsetY: '',
  direction: 'either',
});
