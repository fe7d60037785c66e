/** The order for sizes to be matched and written. */
import type { Lengths } from '../../drawing/lengths.js';
import type { Sheet } from '../sheet.js';
import type { Variable } from '../variable.js';
import type { DraftedSize } from './grade.js';
import type { SizesPage } from './graded-files.js';

export type GradedForm =
  | { readonly format: 'json' }
  | { readonly format: 'svg' }
  | { readonly format: 'csv' | 'html' | 'dxf'; readonly lengths: Lengths }
  | { readonly format: 'pdf'; readonly page: SizesPage; readonly lengths: Lengths }
  | { readonly format: 'techpack'; readonly as: 'html' | 'pdf'; readonly facts: TechPackFacts };

/** The facts of a tech pack that drafts do not have. Lengths are in mm. */
export interface TechPackFacts {
  /** Name of the size table; empty: none. */
  readonly table: string;
  /** The least length that a search found, for each size and material. */
  readonly needs: readonly FabricNeed[];
  readonly fabricWidth: number;
  /** Between parts. */
  readonly distance: number;
  /** Of each search. */
  readonly seconds: number;
  /** Units of the document. */
  readonly lengths: Lengths;
}

export interface FabricNeed {
  readonly size: string;
  readonly material: string;
  readonly parts: number;
  readonly length: number;
  /** Area of the parts over that of the box around them: `length` x the used width. */
  readonly utilisation: number;
}

export interface GradingTask {
  readonly drafted: readonly DraftedSize[];
  /** Name of the size that the others are compared with. */
  readonly base: string;
  readonly form: GradedForm;
  readonly sheet: Sheet;
  /** Of the version, for the tables. */
  readonly variables: readonly Variable[];
}
