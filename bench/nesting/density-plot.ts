/** Density over time as an SVG plot: one colour a program, one line a seed; the time axis is logarithmic. */

interface Lines {
  readonly program: string;
  readonly curves: readonly (readonly (readonly [seconds: number, density: number])[])[];
}

const colours = ['#0b6e4f', '#c8553d', '#3d5a80', '#8d6a9f'];
const [width, height, border] = [720, 400, 50];
const firstTime = 0.05;

export function densityPlot(title: string, lines: readonly Lines[], seconds: number): string {
  const densities = lines.flatMap(({ curves }) => curves.flatMap((curve) => curve.map(([, density]) => 100 * density)));
  const top = Math.ceil(Math.max(1, ...densities));
  const bottom = Math.max(Math.floor(Math.min(top - 1, ...densities)), top - 25);
  const x = (t: number): number =>
    border +
    (width - 2 * border) *
      (Math.log(Math.min(Math.max(t, firstTime), seconds) / firstTime) / Math.log(seconds / firstTime));
  const y = (percent: number): number =>
    height - border - (height - 2 * border) * ((Math.max(percent, bottom) - bottom) / (top - bottom));
  const paths = lines.flatMap(({ curves }, k) =>
    curves.map((curve) => {
      const steps = curve.map(([t, d], i) =>
        i ? `H${x(t).toFixed(1)}V${y(100 * d).toFixed(1)}` : `M${x(t).toFixed(1)} ${y(100 * d).toFixed(1)}`,
      );
      return `<path d="${steps.join('')}H${x(seconds).toFixed(1)}" stroke="${colours[k % colours.length]}" fill="none" stroke-width="1.5"/>`;
    }),
  );
  const times = [0.1, 0.3, 1, 3, 10, 30, 100, 300].filter((t) => t <= seconds);
  const levels = Array.from({ length: 6 }, (_, i) => bottom + ((top - bottom) * i) / 5);
  const axes = [
    ...times.map((t) => `<text x="${x(t)}" y="${height - border + 18}" text-anchor="middle">${t} s</text>`),
    ...levels.map(
      (p) =>
        `<text x="${border - 6}" y="${y(p) + 4}" text-anchor="end">${p.toFixed(0)}</text><path d="M${border} ${y(p)}H${width - border}" stroke="#ddd"/>`,
    ),
    ...lines.map(
      ({ program }, k) =>
        `<text x="${width - border}" y="${height - border - 10 - 16 * k}" text-anchor="end" fill="${colours[k % colours.length]}">${program}</text>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/><text x="${border}" y="28" font-size="15">${title}: density in percent</text>
${axes.join('\n')}
${paths.join('\n')}
</svg>
`;
}
