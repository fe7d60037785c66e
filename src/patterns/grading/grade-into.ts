/** Sizes matched and written in one form: geometry, a file, or tables. This is the work of a drafting thread. */
import { documentToHtml } from '../../drawing/document/document-html.js';
import { documentToPdf } from '../../drawing/document/document-pdf.js';
import { techPack } from '../techpack/tech-pack.js';
import { type GradedSizes, type GradeWarning, gradeSizes } from './grade.js';
import { gradedToDxf, gradedToPdf, gradedToSvg } from './graded-files.js';
import { tablesToCsv, tablesToHtml } from './graded-tables.js';
import type { GradedForm, GradingTask } from './grading-task.js';

export interface Grading {
  readonly warnings: readonly GradeWarning[];
  /** Null where a file is asked for. */
  readonly graded: GradedSizes | null;
  /** Null for the format json. */
  readonly file: string | Uint8Array | null;
}

export async function gradeInto(task: GradingTask): Promise<Grading> {
  const graded = gradeSizes(task.drafted, task.base);
  const { warnings } = graded;
  const { form } = task;
  if (form.format === 'json') return { warnings, graded, file: null };
  return { warnings, graded: null, file: await fileOf(graded, task, form) };
}

type FileForm = Exclude<GradedForm, { format: 'json' }>;

function fileOf(graded: GradedSizes, task: GradingTask, form: FileForm): string | Uint8Array | Promise<Uint8Array> {
  const { drafted, base, sheet } = task;
  const { draft } = drafted.find(({ name }) => name === base)!;
  switch (form.format) {
    case 'pdf':
      return gradedToPdf(graded, draft, sheet, form);
    case 'svg':
      return gradedToSvg(graded, draft, sheet);
    case 'dxf':
      return gradedToDxf(graded, draft, sheet, form);
    case 'csv':
      return tablesToCsv(graded, task, form.lengths);
    case 'techpack': {
      const pack = techPack(graded, task, form.facts);
      return form.as === 'pdf' ? documentToPdf(pack) : documentToHtml(pack);
    }
    case 'html':
      return tablesToHtml(graded, task, form.lengths);
  }
}
