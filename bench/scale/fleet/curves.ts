/**
 * Draws the curves of docs/scale.md from measured figures.
 * usage: node dist/bench/scale/fleet/curves.js OUT.svg NAME=FIGURES.json...
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { FleetFigures } from './main.js';

const colours = ['#9a9a9a', '#0b6e4f', '#c8553d'];
const panel = { width: 300, height: 250, left: 62, right: 24, top: 46, bottom: 40 };

interface Chart {
  readonly title: string;
  readonly of: (figures: FleetFigures) => number;
  /** A line to stay below. */
  readonly aim?: number;
}

const charts: readonly Chart[] = [
  { title: 'idle: database, % of a core', of: ({ idle }) => 100 * idle.serverCores, aim: 5 },
  { title: 'idle: statements a second', of: ({ idle }) => idle.statements },
  { title: 'idle: connections to the database', of: ({ idle }) => idle.connections },
  { title: '500 jobs a minute: claim, p99 in ms', of: ({ load }) => load.claims.p99, aim: 50 },
  { title: '500 jobs a minute: start, p99 in ms', of: ({ load }) => load.waits.start!.p99 },
  { title: '500 jobs a minute: database, %', of: ({ load }) => 100 * load.serverCores },
];

const [out, ...sources] = process.argv.slice(2) as [string, ...string[]];
const series = sources.map((source) => {
  const [name, file] = source.split('=') as [string, string];
  return { name, figures: JSON.parse(readFileSync(file, 'utf8')) as FleetFigures[] };
});
const sizes = [...new Set(series.flatMap(({ figures }) => figures.map(({ hosts }) => hosts)))].sort((a, b) => a - b);

/** Both axes are logarithmic: a straight line of slope 1 grows with the hosts, of slope 2 with their square. */
function draw({ title, of, aim }: Chart, column: number, row: number): string {
  const { width, height, left, right, top, bottom } = panel;
  const values = [...series.flatMap(({ figures }) => figures.map(of)), ...(aim === undefined ? [] : [aim])];
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const x = (hosts: number) =>
    left + ((width - left - right) * Math.log10(hosts / sizes[0]!)) / Math.log10(sizes.at(-1)! / sizes[0]!);
  const y = (value: number) => height - bottom - ((height - top - bottom) * (Math.log10(value) - low)) / (high - low);
  const marks = [`<text x="${left}" y="24" font-weight="bold">${title}</text>`];
  for (let power = low; power <= high; power++) {
    const at = y(10 ** power).toFixed(1);
    marks.push(`<path d="M${left} ${at}H${width - right}" stroke="#ddd"/>`);
    marks.push(
      `<text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${(10 ** power).toLocaleString('en')}</text>`,
    );
  }
  for (const hosts of sizes) {
    const label = hosts.toLocaleString('en');
    marks.push(`<text x="${x(hosts).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${label}</text>`);
  }
  if (aim !== undefined) {
    const at = y(aim).toFixed(1);
    marks.push(`<path d="M${left} ${at}H${width - right}" stroke="#333" stroke-dasharray="5 4"/>`);
  }
  for (const [k, { figures }] of series.entries()) {
    const points = figures.map((each) => [x(each.hosts).toFixed(1), y(of(each)).toFixed(1)] as const);
    const path = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join('');
    marks.push(`<path d="${path}" stroke="${colours[k]}" fill="none" stroke-width="2"/>`);
    for (const [px, py] of points) marks.push(`<circle cx="${px}" cy="${py}" r="3" fill="${colours[k]}"/>`);
  }
  return `<g transform="translate(${column * width} ${row * height})">${marks.join('')}</g>`;
}

const columns = 3;
const [fullWidth, fullHeight] = [columns * panel.width, (charts.length / columns) * panel.height + 40];
const legend = series.map(({ name }, k) => {
  const at = panel.left + k * 260;
  const mark = `<path d="M${at} ${fullHeight - 20}h28" stroke="${colours[k]}" stroke-width="3"/>`;
  return `${mark}<text x="${at + 36}" y="${fullHeight - 16}">${name}</text>`;
});
const aimAt = panel.left + series.length * 260;
const aimLegend = `<path d="M${aimAt} ${fullHeight - 20}h28" stroke="#333" stroke-dasharray="5 4"/><text x="${aimAt + 36}" y="${fullHeight - 16}">aim</text>`;
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fullWidth} ${fullHeight}" font-family="sans-serif" font-size="12">
<rect width="${fullWidth}" height="${fullHeight}" fill="#fff"/>
${charts.map((chart, i) => draw(chart, i % columns, Math.floor(i / columns))).join('\n')}
${legend.join('')}${aimLegend}
</svg>
`,
);
