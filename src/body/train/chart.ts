/** Small SVG charts for the report: grouped bars and lines. Plain text out, no dependency. */

export interface Series {
  readonly name: string;
  /** One value a category; null leaves a gap. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly title: string;
  /** Quantity of the vertical axis, with its unit. */
  readonly axis: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly kind: 'bars' | 'lines';
  /** Lowest value shown; 0 or the data's own lowest where left out. */
  readonly from?: number;
}

const pictureWidth = 860;
const pictureHeight = 380;
const leftMargin = 60;
const right = 15;
const topMargin = 62;
const bottomMargin = 88;
export const colours = ['#1b6ca8', '#d98324', '#5a9367', '#8e5572'];

/** Usual width of a letter. */
const letterWidth = 6.6;

export const legendWidth = (name: string): number => 34 + name.length * letterWidth;

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The chart as an SVG document. */
export function drawChart(chart: Chart): string {
  const values = chart.series.flatMap(({ values: all }) => all.filter((value) => value !== null));
  const step = niceStep((Math.max(...values) - (chart.from ?? Math.min(0, ...values))) / 6);
  const bottom = Math.floor((chart.from ?? Math.min(0, ...values)) / step) * step;
  const top = Math.ceil(Math.max(...values) / step) * step;
  const y = (value: number): number =>
    pictureHeight - bottomMargin - ((value - bottom) / (top - bottom)) * (pictureHeight - topMargin - bottomMargin);
  const slot = (pictureWidth - leftMargin - right) / chart.categories.length;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${pictureHeight}" font-family="sans-serif" font-size="12">`,
    `<rect width="${pictureWidth}" height="${pictureHeight}" fill="#fff"/>`,
    `<text x="${leftMargin}" y="20" font-size="15" font-weight="bold">${escaped(chart.title)}</text>`,
    `<text x="${leftMargin}" y="52" fill="#555">${escaped(chart.axis)}</text>`,
  ];
  for (let i = 0; bottom + i * step <= top + step / 2; i++) {
    const value = bottom + i * step;
    const at = y(value).toFixed(1);
    parts.push(`<line x1="${leftMargin}" x2="${pictureWidth - right}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
    parts.push(`<text x="${leftMargin - 6}" y="${at}" dy="4" text-anchor="end">${+value.toPrecision(4)}</text>`);
  }
  parts.push(...categoryLabels(chart.categories, slot));
  let legend = pictureWidth - right - chart.series.reduce((sum, { name }) => sum + legendWidth(name), 0);
  chart.series.forEach(({ name, values: own }, s) => {
    const colour = colours[s % colours.length]!;
    parts.push(`<rect x="${legend}" y="42" width="12" height="12" fill="${colour}"/>`);
    parts.push(`<text x="${legend + 17}" y="52">${escaped(name)}</text>`);
    legend += legendWidth(name);
    parts.push(
      ...(chart.kind === 'bars'
        ? bars(own, y, slot, s, chart.series.length, colour, Math.max(bottom, 0))
        : line(own, y, slot, colour)),
    );
  });
  return `${[...parts, '</svg>'].join('\n')}\n`;
}

function categoryLabels(categories: readonly string[], slot: number): string[] {
  const every = Math.ceil(categories.length / 16);
  return categories.flatMap((category, i) => {
    if (i % every !== 0) return [];
    const x = (leftMargin + (i + 0.5) * slot).toFixed(1);
    return wrapped(category, (slot * every) / letterWidth).map(
      (text, l) =>
        `<text x="${x}" y="${pictureHeight - bottomMargin + 16 + l * 15}" text-anchor="middle">${escaped(text)}</text>`,
    );
  });
}

/** The text in lines of at most `letters`, broken at spaces. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function bars(
  values: Series['values'],
  y: (value: number) => number,
  slot: number,
  position: number,
  of: number,
  colour: string,
  base: number,
): string[] {
  const width = (slot * 0.76) / of;
  return values.flatMap((value, i) => {
    if (value === null) return [];
    const x = leftMargin + i * slot + slot * 0.12 + position * width;
    const [upper, lower] = [Math.min(y(value), y(base)), Math.max(y(value), y(base))];
    const box = `x="${x.toFixed(1)}" y="${upper.toFixed(1)}" width="${width.toFixed(1)}" height="${(lower - upper).toFixed(1)}"`;
    return [`<rect ${box} fill="${colour}"><title>${value.toPrecision(4)}</title></rect>`];
  });
}

function line(values: Series['values'], y: (value: number) => number, slot: number, colour: string): string[] {
  const points = values.flatMap((value, i) =>
    value === null ? [] : [`${(leftMargin + (i + 0.5) * slot).toFixed(1)},${y(value).toFixed(1)}`],
  );
  return [`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`];
}

/** 1, 2 or 5 times a power of ten, at least `raw`. */
export function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1e-9)));
  const lead = raw / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}
