/**
 * A marker on one printable page, to go with the rolls: the picture, the figures of the report, and the cut parts. The
 * HTML file needs no other file; it prints on one page of A4, or of Letter with inches.
 */
import { type Lengths, type LengthWords, lengthWords } from '../lengths.js';
import { escapeXml, writeSvg } from '../svg.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import type { Marker } from './marker.js';
import { markerDrawing } from './marker-drawing.js';
import { type MarkerReport, markerReport } from './marker-report.js';

export interface ReportPageOptions {
  readonly title: string;
  /** Printed unchanged; default none. */
  readonly date?: string;
  readonly cutting?: CuttingSettings | undefined;
  /** Units of the figures; default metric. */
  readonly lengths?: Lengths | undefined;
}

/** More rows do not fit the page; the last row counts the rest. */
const mostRows = 30;

const styleOf = (lengths: Lengths): string => `
  @page { size: ${lengths === 'inches' ? 'Letter' : 'A4'}; margin: 12mm }
  * { box-sizing: border-box }
  body { font: 10pt/1.35 system-ui, sans-serif; color: #1c1b19; max-width: 186mm; margin: 8mm auto }
  h1 { font-size: 16pt; margin: 0 } header p { margin: 0; color: #6b655b }
  figure { margin: 5mm 0; text-align: center } figure svg { width: 100%; height: auto; max-height: 120mm }
  dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 3mm; margin: 0 }
  dt { color: #6b655b; font-size: 8pt } dd { margin: 0; font-size: 13pt }
  table { border-collapse: collapse; width: 100%; margin-top: 5mm; font-size: 8.5pt }
  caption { text-align: left; font-weight: 600; padding-bottom: 1mm }
  th, td { text-align: right; padding: .5mm 2mm; border-top: .2mm solid #d8d2c6 } th:first-child, td:first-child { text-align: left }
  tbody th { font-weight: normal } .missing { color: #a3320b }
  @media print { body { margin: 0 } }
`;

/** The whole document. */
export function markerReportPage(
  marker: Marker,
  { title, date = '', cutting, lengths = 'metric' }: ReportPageOptions,
): string {
  const report = markerReport(marker, cutting);
  const words = lengthWords[lengths];
  const svg = writeSvg(markerDrawing(marker, { title, cutting })).replace(/^<\?xml[^>]*\?>\n/, '');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeXml(title)}</title><style>${styleOf(lengths)}</style></head>
<body>
<header><h1>${escapeXml(title)}</h1><p>${escapeXml(date)}</p></header>
<figure>${svg}</figure>
<dl>${figures(report, words)}</dl>
${missing(report)}${sheets(report, words)}${matches(report, words)}${pieces(report, words)}
</body>
</html>
`;
}

type Fact = [name: string, value: string];

function figures(report: MarkerReport, words: LengthWords): string {
  const { long, cloth, width, area } = words;
  const widths = [...new Set(report.sheets.map(({ sheetWidth }) => width(sheetWidth)))];
  const facts: Fact[] = [
    ['Length', cloth(report.length)],
    ['Width', widths.join(', ')],
    ['Utilisation', percent(report.utilisation)],
    ['Density, over the full width', percent(report.fabricUtilisation)],
    ['Parts', `${report.parts.placed}`],
    ...(report.parts.pieces > report.parts.placed
      ? [['Pieces, from two layers', `${report.parts.pieces}`] satisfies Fact]
      : []),
    ['Sheets', `${report.sheets.length}`],
    ['To cut', long(report.cutting.length)],
    ['Travel', long(report.cutting.travel)],
    ['Starts', `${report.cutting.starts}`],
    ...(report.cutting.shared > 0 ? [['Cut once for two', long(report.cutting.shared)] satisfies Fact] : []),
    ...(report.cutting.seconds === null ? [] : [['Time to cut', time(report.cutting.seconds)] satisfies Fact]),
    ['Area of the parts', area(report.partArea)],
    ...(report.repeat.x === null && report.repeat.y === null
      ? []
      : [['Repeat of the cloth', repeatOf(report.repeat, words)] satisfies Fact]),
    ...(report.plainUtilisation === null
      ? []
      : [['Utilisation on plain cloth', percent(report.plainUtilisation)] satisfies Fact]),
  ];
  return facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}

const repeatOf = ({ x, y }: MarkerReport['repeat'], { repeat }: LengthWords): string =>
  [x === null ? [] : [`${repeat(x)} in x`], y === null ? [] : [`${repeat(y)} in y`]].flat().join(', ');

function missing({ unplaced }: MarkerReport): string {
  if (unplaced.length === 0) return '';
  const shown = unplaced.slice(0, 20).map((id) => id || 'without an id');
  const more = unplaced.length > shown.length ? ` and ${unplaced.length - shown.length} more` : '';
  return `<p class="missing"><strong>${unplaced.length} without a place:</strong> ${escapeXml(shown.join(', '))}${more}</p>\n`;
}

function sheets({ sheets }: MarkerReport, { long, cloth, width }: LengthWords): string {
  if (sheets.length < 2) return '';
  const rows = sheets.map(({ bin, length, sheetWidth, utilisation, parts, cutting }) => [
    `${bin + 1}`,
    cloth(length),
    width(sheetWidth),
    percent(utilisation),
    `${parts}`,
    long(cutting.length),
  ]);
  return table('Sheets', ['Sheet', 'Length', 'Width', 'Utilisation', 'Parts', 'To cut'], cut(rows, 8, 'more sheets'));
}

function matches({ matches }: MarkerReport, { error }: LengthWords): string {
  if (matches.length === 0) return '';
  const off = (miss: number | undefined): string => (miss === undefined ? '–' : error(miss));
  const rows = matches.map(({ name, x, y }, i) => [name || `match ${i + 1}`, off(x), off(y)]);
  const headings = ['Seam', 'Off in x', 'Off in y'];
  return table('Seams that meet in the pattern of the cloth', headings, cut(rows, 12, 'more seams'));
}

function pieces({ pieces }: MarkerReport, { long, partArea }: LengthWords): string {
  const needs = pieces.some(({ quality, zones }) => quality !== null || zones.length > 0);
  const rows = pieces.map(({ name, quantity, area, perimeter, quality, zones }) => [
    name,
    `${quantity}`,
    partArea(area),
    long(perimeter),
    ...(needs ? [[quality ?? 'any', ...zones.map((zone) => zone.quality)].join(', in zones ')] : []),
  ]);
  return table(
    'Parts',
    ['Part', 'Quantity', 'Area of one', 'Perimeter of one', ...(needs ? ['Quality'] : [])],
    cut(rows, mostRows, 'more kinds'),
  );
}

function cut(rows: readonly string[][], most: number, what: string): readonly string[][] {
  return rows.length <= most ? rows : [...rows.slice(0, most - 1), [`and ${rows.length - most + 1} ${what}`]];
}

function table(caption: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  const body = rows.map(([name, ...cells]) =>
    cells.length === 0
      ? `<tr><th scope="row" colspan="${headings.length}">${escapeXml(name ?? '')}</th></tr>`
      : `<tr><th scope="row">${escapeXml(name ?? '')}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>\n`;
}

const time = (seconds: number): string =>
  `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)
    .toString()
    .padStart(2, '0')} s`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
