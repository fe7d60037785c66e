/** The settings of a marker as typed. */
import type { LengthUnit } from '../shell/lengths.js';
import type { KeepOut } from './keep-outs.js';

export type Direction = 'either' | 'garment' | 'marker';

/** How the cloth lies. */
export type Form = 'open' | 'folded' | 'tubular';

export interface SheetSize {
  readonly width: string;
  readonly height: string;
  readonly count: string;
}

export interface Setup {
  /** A roll of any length, sheets of one size, or the sheets of the file. */
  readonly fabric: 'roll' | 'sheets' | 'file';
  /** The unit of the lengths below, unless a file has one of its own. */
  readonly lengths: LengthUnit;
  readonly width: string;
  readonly height: string;
  readonly count: string;
  /** Sheets of further sizes. */
  readonly sizes: readonly SheetSize[];
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
  /** Degrees, with commas. */
  readonly rotations: string;
  /** Degrees to either side of each rotation. */
  readonly tilt: string;
  /** Pieces that lie the same way. */
  readonly direction: Direction;
  readonly seconds: string;
  readonly queue: 'slow' | 'fast';
  readonly solvers: string;
}

export const usual: Setup = {
  fabric: 'roll',
  lengths: 'mm',
  width: '1500',
  height: '1000',
  count: '1',
  sizes: [],
  keepOuts: [],
  distance: '3',
  edge: '0',
  form: 'open',
  singles: 'both',
  repeatX: '',
  repeatY: '',
  offsetX: '',
  offsetY: '',
  rotations: '0, 180',
  tilt: '0',
  direction: 'either',
  seconds: '20',
  queue: 'slow',
  solvers: '1',
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
] as const satisfies readonly (keyof Setup)[];

/** The settings that another marker begins with: its cloth is plain, and nothing is drawn on it. */
export const settingsForAnother = (setup: Setup): Setup => ({
  ...setup,
  keepOuts: [],
  repeatX: '',
  repeatY: '',
  offsetX: '',
  offsetY: '',
  direction: 'either',
});
