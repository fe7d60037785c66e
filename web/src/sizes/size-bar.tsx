/** A switch for each size of the drawing, and the files of all sizes. */
import { useComputed, useSignal } from '@preact/signals';
import {
  type DraftSizesResponse,
  type Pattern,
  SizesFormat,
  SizesPage,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { patternService } from '../service/clients.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { lengthUnit, patternLengths } from '../shell/lengths.js';
import { StaysMetric } from '../shell/stays-metric.js';
import { looksOf } from './size-look.js';
import { choose, range, showSize, sizesRequest, wanted } from './sizing.js';

export function SizeBar({ pattern, answer }: { pattern: Pattern; answer: DraftSizesResponse }) {
  const { hidden } = wanted.value;
  const names = answer.sizes.map(({ name }) => name);
  const looks = [...looksOf(names, answer.base)];
  return (
    <div class="canvas-bar size-bar">
      <fieldset class="size-switches" aria-label="Sizes to show">
        {looks.map(([name, { color, dash }]) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={(event) => showSize(name, event.currentTarget.checked)}
            />
            <svg class={color} viewBox="0 0 26 8" aria-hidden="true">
              <path d="M0 4h26" stroke-dasharray={dash} />
            </svg>
            {name}
            {name === answer.base && <span class="muted">base</span>}
          </label>
        ))}
        {names.some((name) => hidden.includes(name)) && (
          <button type="button" class="quiet" onClick={() => choose({ hidden: [] })}>
            Show all
          </button>
        )}
      </fieldset>
      <Downloads pattern={pattern} answer={answer} />
    </div>
  );
}

const files = [
  { name: 'JSON', end: 'json', type: 'application/json', format: SizesFormat.JSON },
  { name: 'SVG', end: 'svg', type: 'image/svg+xml', format: SizesFormat.SVG },
  { name: 'PDF', end: 'pdf', type: 'application/pdf', format: SizesFormat.PDF },
  { name: 'DXF and rules', end: 'zip', type: 'application/zip', format: SizesFormat.DXF },
  { name: 'CSV', end: 'csv', type: 'text/csv', format: SizesFormat.CSV },
  { name: 'HTML', end: 'html', type: 'text/html', format: SizesFormat.HTML },
] as const;

const papers: readonly (readonly [SizesPage, string])[] = [
  [SizesPage.A0, 'A0'],
  [SizesPage.A4, 'A4'],
  [SizesPage.LETTER, 'Letter'],
  [SizesPage.PROJECTOR, 'projector'],
];

function Downloads({ pattern, answer }: { pattern: Pattern; answer: DraftSizesResponse }) {
  const chosen = useSignal<SizesPage | null>(null);
  const paper = useComputed(() => chosen.value ?? (lengthUnit.value === 'in' ? SizesPage.LETTER : SizesPage.A0));
  const busy = useSignal('');
  const trouble = useSignal<Trouble | null>(null);
  const save = async ({ name, end, type, format }: (typeof files)[number]): Promise<void> => {
    busy.value = name;
    try {
      const content = format === SizesFormat.JSON ? await jsonOf(answer) : await fileOf(pattern, format, paper.value);
      download(`${fileName(pattern.name)}-sizes.${end}`, type, content);
      trouble.value = null;
    } catch (error) {
      trouble.value = troubleOf(error);
    } finally {
      busy.value = '';
    }
  };
  return (
    <fieldset class="downloads" aria-label="Download all sizes">
      {files.map((file) => (
        <button key={file.name} type="button" aria-busy={busy.value === file.name} onClick={() => void save(file)}>
          {file.name}
        </button>
      ))}
      <select
        aria-label="PDF paper size"
        value={paper.value}
        onChange={(event) => {
          chosen.value = Number(event.currentTarget.value);
        }}
      >
        {papers.map(([page, name]) => (
          <option key={page} value={page}>
            PDF: {name}
          </option>
        ))}
      </select>
      <StaysMetric files="JSON and SVG stay" />
      {trouble.value && <p class="problem">{trouble.value.message}</p>}
    </fieldset>
  );
}

/** The answer as the REST route gives it. */
async function jsonOf(answer: DraftSizesResponse): Promise<string> {
  const { draftSizesResponse } = await import('../../../gateway/json/pattern.js');
  return `${JSON.stringify(draftSizesResponse.encode(answer))}\n`;
}

/** The formats in the units of the page. */
const withLengths: readonly SizesFormat[] = [SizesFormat.CSV, SizesFormat.HTML, SizesFormat.PDF, SizesFormat.DXF];

async function fileOf(pattern: Pattern, format: SizesFormat, page: SizesPage): Promise<string | Uint8Array> {
  const { file } = await patternService.draftSizes({
    ...sizesRequest(pattern, range.value!),
    format,
    ...(format === SizesFormat.PDF && { page }),
    ...(withLengths.includes(format) && patternLengths()),
  });
  if (file.case === undefined) throw new TypeError('the answer holds no file');
  return file.value;
}
