/** A dot plot in SVG: one line a category, a dot for every series; for more categories than bars have room for. */
import { colours, escaped, legendWidth, niceStep, type Series } from './chart.js';

export interface DotPlot {
  readonly title: string;
  /** Quantity of the horizontal axis, with its unit. */
  readonly axis: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
}

const pictureWidth = 860;
const leftMargin = 215;
const right = 20;
const topMargin = 84;
const lineHeight = 15;

/** The plot as an SVG document; the axis begins at 0. */
export function drawDots({ title, axis, categories, series }: DotPlot): string {
  const most = Math.max(...series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const step = niceStep(most / 8);
  const end = Math.ceil(most / step) * step;
  const height = topMargin + categories.length * lineHeight + 14;
  const x = (value: number): string => (leftMargin + (value / end) * (pictureWidth - leftMargin - right)).toFixed(1);
  const y = (row: number): number => topMargin + (row + 0.5) * lineHeight;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${pictureWidth}" height="${height}" fill="#fff"/>`,
    `<text x="10" y="20" font-size="15" font-weight="bold">${escaped(title)}</text>`,
    `<text x="10" y="74" fill="#555">${escaped(axis)}</text>`,
  ];
  for (let i = 0; i * step <= end + step / 2; i++) {
    const at = x(i * step);
    parts.push(`<line x1="${at}" x2="${at}" y1="${topMargin}" y2="${height - 10}" stroke="#ddd"/>`);
    parts.push(`<text x="${at}" y="${topMargin - 6}" text-anchor="middle">${+(i * step).toPrecision(4)}</text>`);
  }
  categories.forEach((category, row) => {
    parts.push(`<text x="${leftMargin - 8}" y="${y(row)}" dy="4" text-anchor="end">${escaped(category)}</text>`);
  });
  let legend = 10;
  series.forEach(({ name, values }, s) => {
    const colour = colours[s % colours.length]!;
    parts.push(`<circle cx="${legend + 6}" cy="43" r="5" fill="${colour}"/>`);
    parts.push(`<text x="${legend + 17}" y="47">${escaped(name)}</text>`);
    legend += legendWidth(name);
    values.forEach((value, row) => {
      if (value === null) return;
      parts.push(
        `<circle cx="${x(value)}" cy="${y(row)}" r="4" fill="${colour}"><title>${value.toPrecision(4)}</title></circle>`,
      );
    });
  });
  return `${[...parts, '</svg>'].join('\n')}\n`;
}
