/**
 * Drafts as messages and files. Equal requests share one draft (src/patterns/draft-cache.ts) and its last few forms, which stay
 * as long as the draft does: some minutes.
 */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { Value } from '@bufbuild/protobuf/wkt';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import {
  type DraftPatternRequest,
  type DraftPatternResponseSchema,
  DxfDialect,
  DxfUnits,
  PatternDataSchema,
  PatternFormat,
  PdfPage,
  type VariableSource,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { LruCache } from '../../lru-cache.js';
import type { Draft } from '../../patterns/draft.js';
import { draftToDxf, draftToPdf, draftToSvg } from '../../patterns/draft-files.js';
import type { Sheet } from '../../patterns/sheet.js';
import { patternData, valueMessages, variableSourceMessages } from './message.js';

export type DraftData = NonNullable<MessageInitShape<typeof DraftPatternResponseSchema>['data']>;

/** The part of a request that gives the form of the answer. */
export type DraftForm = Pick<DraftPatternRequest, 'format' | 'dxf' | 'pdf' | 'unfold'>;

export interface DraftValues {
  readonly variables: Record<string, Value>;
  readonly variableSources: Record<string, VariableSource>;
}

interface Kept {
  readonly values: DraftValues;
  readonly forms: LruCache<string, Promise<DraftData>>;
}

const formsKept = 8;

export class DraftRenderings {
  readonly #kept = new WeakMap<Draft, Kept>();

  /** The same object for the same draft. */
  values(draft: Draft): DraftValues {
    return this.#of(draft).values;
  }

  /** The same object for the same draft, form and sheet. */
  data(draft: Draft, form: DraftForm, sheet: Sheet): Promise<DraftData> {
    const { format, dxf, pdf } = form;
    const { publishedAt, versionNumber, subject, lengths } = sheet;
    const options = [format, dxf?.dialect, dxf?.units, dxf?.size, pdf?.page, lengths];
    const key = [...options, publishedAt, versionNumber, subject].join(' ');
    return this.#of(draft).forms.getOrMake(key, () => render(draft, form, sheet));
  }

  #of(draft: Draft): Kept {
    const known = this.#kept.get(draft);
    if (known) return known;
    const variables = Object.entries(valueMessages(draft)).map(([key, value]) => [key, create(ValueSchema, value)]);
    const values = {
      variables: Object.fromEntries(variables) as Record<string, Value>,
      variableSources: variableSourceMessages(draft),
    };
    const kept = { values, forms: new LruCache<string, Promise<DraftData>>(formsKept) };
    this.#kept.set(draft, kept);
    return kept;
  }
}

const pages = {
  [PdfPage.UNSPECIFIED]: 'full',
  [PdfPage.FULL]: 'full',
  [PdfPage.A4]: 'a4',
  [PdfPage.LETTER]: 'letter',
} as const;

async function render(draft: Draft, { format, dxf, pdf, unfold = true }: DraftForm, sheet: Sheet): Promise<DraftData> {
  switch (format) {
    case PatternFormat.DXF: {
      const dialect = dxf?.dialect === DxfDialect.AAMA ? 'aama' : 'astm';
      const units = dxf?.units === DxfUnits.ENGLISH ? 'english' : 'metric';
      const size = dxf?.size ?? 'MTM';
      return {
        case: 'dxf',
        value: draftToDxf(draft, { dialect, units, size, unfold, publishedAt: sheet.publishedAt }),
      };
    }
    case PatternFormat.SVG:
      return { case: 'svg', value: draftToSvg(draft, sheet) };
    case PatternFormat.PDF:
      return {
        case: 'pdf',
        value: await draftToPdf(draft, pages[pdf?.page ?? PdfPage.FULL], sheet),
      };
    default:
      return { case: 'pattern', value: create(PatternDataSchema, patternData(draft)) };
  }
}
