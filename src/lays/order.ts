/** An order to be laid and cut, in the domain's own words. Lengths are in millimetres, prices and costs in one currency. */
import type { Point } from '../geometry/point.js';

export interface GarmentPart {
  readonly points: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
  /** Copies in one garment. */
  readonly quantity: number;
  /** Degrees by which it may be turned, x along the cloth; null: any. */
  readonly rotations: readonly number[] | null;
}

/** A garment in a size; all its colours share it. */
export interface Garment {
  readonly name: string;
  /** Of a size table. Default: none. */
  readonly size?: string | undefined;
  readonly parts: readonly GarmentPart[];
}

export interface OrderLine {
  /** Index into the garments. */
  readonly garment: number;
  /** Index into the cloths. */
  readonly cloth: number;
  readonly quantity: number;
  /** Garments that may be cut beyond the quantity, and that may be left out of it. */
  readonly over: number;
  readonly under: number;
}

export interface Roll {
  readonly id: string;
  readonly length: number;
  readonly shade: string;
}

export interface Cloth {
  readonly colour: string;
  readonly width: number;
  /** Null: as much as the order needs. */
  readonly rolls: readonly Roll[] | null;
  /** Of a metre. */
  readonly price: number;
  /** Length that each ply takes beyond its marker. */
  readonly endLoss: number;
}

export interface LayCosts {
  readonly marker: number;
  readonly lay: number;
  readonly ply: number;
  /** Of a metre of line, in every lay. */
  readonly cutting: number;
}

export interface LayOrder {
  readonly garments: readonly Garment[];
  readonly lines: readonly OrderLine[];
  readonly cloths: readonly Cloth[];
  readonly table: { readonly length: number; readonly plies: number };
  readonly costs: LayCosts;
  /** Clearance between parts. */
  readonly minDistance: number;
}

/** Millimetres of a metre: prices and the cost of cutting are those of a metre. */
export const metre = 1000;
