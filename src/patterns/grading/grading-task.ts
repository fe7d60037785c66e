/** The order for sizes to be matched and written. */
import type { Sheet } from '../sheet.js';
import type { Variable } from '../variable.js';
import type { DraftedSize } from './grade.js';
import type { SizesPage } from './graded-files.js';

export type GradedForm =
  | { readonly format: 'json' | 'svg' | 'dxf' | 'csv' | 'html' }
  | { readonly format: 'pdf'; readonly page: SizesPage };

export interface GradingTask {
  readonly drafted: readonly DraftedSize[];
  /** Name of the size that the others are compared with. */
  readonly base: string;
  readonly form: GradedForm;
  readonly sheet: Sheet;
  /** Of the version, for the tables. */
  readonly variables: readonly Variable[];
}
