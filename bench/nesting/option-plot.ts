/** Densities by the values of one option as an SVG plot: one line a strip, with the values evenly spaced. */

export interface OptionCurve {
  readonly name: string;
  readonly points: readonly (readonly [value: number, percent: number])[];
}

const colours = ['#0b6e4f', '#c8553d', '#3d5a80', '#8d6a9f', '#b08900', '#222'];
const [width, height, border] = [640, 400, 50];
const legend = 90;

/** Draws the last curve thicker, and marks the default value. */
export function optionPlot(title: string, curves: readonly OptionCurve[], usual: number): string {
  const percents = curves.flatMap(({ points }) => points.map(([, percent]) => percent));
  const top = Math.ceil(Math.max(...percents));
  const bottom = Math.floor(Math.min(...percents));
  const values = curves[0]!.points.map(([value]) => value);
  const x = (i: number): number => border + ((width - 2 * border - legend) * i) / (values.length - 1);
  const y = (percent: number): number =>
    height - border - ((height - 2 * border) * (percent - bottom)) / (top - bottom);
  const levels = Array.from({ length: top - bottom + 1 }, (_, i) => bottom + i).filter(
    (p) => top - bottom < 12 || p % 2 === 0,
  );
  const right = width - border - legend;
  const axes = [
    ...values.map(
      (value, i) =>
        `<text x="${x(i).toFixed(1)}" y="${height - border + 18}" text-anchor="middle"${value === usual ? ' font-weight="bold"' : ''}>${value}</text>`,
    ),
    ...levels.map(
      (p) =>
        `<text x="${border - 6}" y="${(y(p) + 4).toFixed(1)}" text-anchor="end">${p}</text><path d="M${border} ${y(p).toFixed(1)}H${right}" stroke="#ddd"/>`,
    ),
    `<path d="M${x(values.indexOf(usual)).toFixed(1)} ${border}V${height - border}" stroke="#999" stroke-dasharray="4 4"/>`,
  ];
  const byEnd = curves
    .map((curve, k) => ({ curve, k, end: y(curve.points[curve.points.length - 1]![1]) }))
    .sort((a, b) => a.end - b.end);
  let last = -Infinity;
  const lines = byEnd.map(({ curve, k, end }) => {
    const path = curve.points.map(([, p], i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(p).toFixed(1)}`).join('');
    const isLast = k === curves.length - 1;
    last = Math.max(end, last + 14);
    const colour = isLast ? colours[colours.length - 1] : colours[k % (colours.length - 1)];
    return (
      `<path d="${path}" stroke="${colour}" fill="none" stroke-width="${isLast ? 3 : 1.5}"/>` +
      `<text x="${right + 8}" y="${(last + 4).toFixed(1)}" fill="${colour}">${curve.name}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/><text x="${border}" y="28" font-size="15">${title}</text>
${axes.join('\n')}
${lines.join('\n')}
</svg>
`;
}
