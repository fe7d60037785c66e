// Draws the effect of each nesting option: docs/images/nesting/*.svg. The solver makes the layouts with fixed work, so that a
// picture changes only with its layout.
// usage: node scripts/draw-nesting-options.mjs [NAME...]   (after npm run build; of some pictures, or all)
import { mkdirSync, writeFileSync } from 'node:fs';
import { defaultSettings } from '../dist/src/nesting/request.js';
import { solve } from '../dist/src/nesting/solver.js';

const folder = 'docs/images/nesting';
const colours = ['#8ecae6', '#ffb703', '#a7c957', '#f4a261', '#cdb4db', '#e5989b'];
const gap = 12;
const caption = 16;

const box = (width, height, x = 0, y = 0) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const part = (points, more = {}) => ({ id: '', origin: null, points, ...more });
const sheet = (boundary, holes = [], more = {}) => ({
  boundary: part(boundary),
  holes: holes.map((points) => part(points)),
  cellWidth: 0,
  cellHeight: 0,
  ...more,
});

const boot = [
  [0, 0],
  [16, 0],
  [16, 26],
  [40, 26],
  [40, 42],
  [0, 42],
];
const sail = [
  [0, 30],
  [26, 0],
  [34, 30],
];
const sleeve = [
  [0, 8],
  [14, 0],
  [28, 8],
  [36, 26],
  [0, 26],
];
const mixed = [part(boot, { quantity: 3 }), part(sail, { quantity: 4 }), part(sleeve, { quantity: 4 })];
/** Legs whose sides run askew. */
const leg = [
  [0, 0],
  [60, 4],
  [60, 14],
  [0, 18],
];
const tapered = [part(leg, { quantity: 9 }), part(sail, { quantity: 3 })];
const fabric = [sheet(box(170, 90))];
const frame = part(box(60, 60), { holes: [part(box(40, 40, 10, 10))] });
const hide = [
  [20, 0],
  [75, 10],
  [130, 0],
  [160, 30],
  [145, 60],
  [160, 92],
  [110, 100],
  [70, 90],
  [25, 100],
  [0, 60],
  [10, 30],
];

/** Quality 2 in the left half of the hide, 3 at its lower left. */
const badZones = [
  { boundary: part(box(30, 110, 0, 0)), quality: 2 },
  { boundary: part(box(70, 40, 0, 60)), quality: 3 },
];

/** Halves of a back and a front, the fold line at their upper sides. */
const halfBack = part(
  [
    [0, 0],
    [70, 0],
    [68, 8],
    [60, 22],
    [46, 20],
    [40, 30],
    [0, 32],
  ],
  { foldLine: box(70, 0).slice(0, 2) },
);
const halfFront = part(
  [
    [0, 0],
    [62, 0],
    [60, 22],
    [46, 19],
    [40, 30],
    [0, 32],
  ],
  { foldLine: box(62, 0).slice(0, 2) },
);
/** The same half for a fold at the lower side. */
const turned = (half, y) => {
  const over = (points) => points.map(([x, own]) => [x, y - own]);
  return { ...half, points: over(half.points), foldLine: over(half.foldLine) };
};

/** Name of a picture: its panels, each with a caption and a request. */
const pictures = {
  gravity: ['left', 'right', 'top', 'bottom'].map((gravityDirection) => [
    gravityDirection,
    { polygons: mixed, bins: [sheet(box(130, 100))], gravityDirection },
  ]),
  optimization: ['length', 'area'].map((type) => [
    type,
    {
      polygons: [part(boot, { quantity: 3 })],
      bins: fabric,
      optimization: { type, paperWidth: null, paperHeight: null },
    },
  ]),
  rotations: [
    ['[0]', { polygons: mixed, bins: fabric, allowedRotations: [0] }],
    ['[0, 180]', { polygons: mixed, bins: fabric, allowedRotations: [0, 180] }],
    [
      'sails alone: [0, 90, 180, 270]',
      {
        polygons: mixed.map((p) => (p.points === sail ? { ...p, allowedRotations: [0, 90, 180, 270] } : p)),
        bins: fabric,
        allowedRotations: [0],
      },
    ],
  ],
  mirror: [false, true].map((mirror) => [
    `mirror: ${mirror}`,
    { polygons: [part(boot, { quantity: 6, mirror })], bins: fabric, allowedRotations: [0, 180] },
  ]),
  distances: [
    ['minDistance: 0', { polygons: mixed, bins: fabric, minDistance: 0 }],
    ['minDistance: 4', { polygons: mixed, bins: fabric, minDistance: 4 }],
    ['edgeDistance: 6', { polygons: mixed, bins: fabric, edgeDistance: 6 }],
    ['spacing: 10 of the boots', { polygons: [{ ...mixed[0], spacing: 10 }, mixed[1], mixed[2]], bins: fabric }],
  ],
  openings: [
    [
      'holes of a polygon',
      {
        polygons: [{ ...frame, quantity: 2 }, part(sail, { quantity: 2 }), part(box(12, 30), { quantity: 3 })],
        bins: fabric,
      },
    ],
  ],
  sheets: [
    ['holes of a bin', { polygons: mixed, bins: [sheet(box(170, 90), [box(30, 26, 40, 30), box(20, 20, 100, 0)])] }],
    ['a boundary of any shape', { polygons: mixed, bins: [sheet(hide, [box(14, 14, 60, 40)])] }],
    ['several bins', { polygons: mixed, bins: [sheet(box(80, 70)), sheet(box(80, 70)), sheet(box(80, 70))] }],
  ],
  matching: ['solid', 'pattern'].map((matchingType) => [
    `matchingType: ${matchingType}`,
    {
      polygons: mixed,
      bins: [sheet(box(200, 90), [], { cellWidth: 20, cellHeight: 15 })],
      matchingType,
    },
  ]),
  locked: [
    [
      'locked, in grey',
      {
        polygons: mixed,
        bins: fabric,
        locked: [
          { index: 0, bin: 0, position: [40, 20], rotation: 20, mirrored: false },
          { index: 2, bin: 0, position: [120, 50], rotation: 0, mirrored: false },
        ],
      },
    ],
  ],
  cost: [
    [
      'rolls of three widths and prices: the cheapest',
      {
        polygons: [part(box(30, 50), { quantity: 6 }), part(sail, { quantity: 4 })],
        bins: [
          sheet(box(240, 60), [], { costPerLength: 1.1 }),
          sheet(box(200, 90), [], { costPerLength: 1.5 }),
          sheet(box(160, 104), [], { costPerLength: 1.4 }),
        ],
      },
    ],
  ],
  remnants: [0, 15].map((leastWidth) => [
    leastWidth === 0 ? 'a layout' : 'its remnants, in green',
    {
      polygons: [part(boot), part(sail, { quantity: 2 }), part(sleeve, { quantity: 2 })],
      bins: [sheet(hide, [box(14, 14, 60, 40)])],
      minDistance: 2,
      remnants: leastWidth === 0 ? null : { leastWidth, leastArea: null },
    },
  ]),
  quality: [
    [
      'no part needs a quality',
      {
        polygons: [part(boot, { quantity: 2 }), part(sail, { quantity: 2 }), part(sleeve, { quantity: 2 })],
        bins: [sheet(hide, [], { zones: badZones })],
      },
    ],
    [
      'boots need 1, sails 2',
      {
        polygons: [
          part(boot, { quantity: 2, quality: 1 }),
          part(sail, { quantity: 2, quality: 2 }),
          part(sleeve, { quantity: 2 }),
        ],
        bins: [sheet(hide, [], { zones: badZones })],
      },
    ],
    [
      'only toes need 1',
      {
        polygons: [part(boot, { quantity: 4, zones: [{ boundary: part(box(18, 16, 22, 26)), quality: 1 }] })],
        bins: [sheet(hide, [], { zones: badZones })],
      },
    ],
  ],
  tilt: [0, 4].map((rotationTolerance) => [
    `rotationTolerance: ${rotationTolerance}`,
    { polygons: tapered, bins: [sheet(box(170, 86))], allowedRotations: [0, 180], rotationTolerance },
  ]),
  directions: [
    ['no groups', () => undefined],
    ['a group for boots, one for the rest', (p) => (p.points === boot ? 'boots' : 'rest')],
    ['one group', () => 'all'],
  ].map(([text, group]) => [
    text,
    { polygons: mixed.map((p) => ({ ...p, directionGroup: group(p) })), bins: fabric, allowedRotations: [0, 180] },
  ]),
  folds: [
    ['form: folded', 'folded'],
    ['form: tubular', 'tubular'],
  ].map(([text, clothForm]) => [
    text,
    {
      polygons: [
        ...(clothForm === 'folded' ? [halfBack, halfFront] : [halfBack, { ...turned(halfFront, 80) }]),
        part(sleeve, { quantity: 2 }),
        part(box(44, 10), { quantity: 1 }),
      ],
      bins: [sheet(box(170, 80))],
      clothForm,
      minDistance: 4,
      allowedRotations: [0],
    },
  ]),
  priority: [0, 1].map((priority) => [
    `priority: ${priority}`,
    {
      polygons: mixed.map((p) => (p.points === sail ? { ...p, priority } : p)),
      bins: [sheet(box(110, 62))],
    },
  ]),
};

/** @returns the best layout of a little work */
function layoutOf(over) {
  const request = {
    ...defaultSettings,
    curveTolerance: 0,
    gravityDirection: 'left',
    allowedRotations: [0, 180],
    reportInterval: 0,
    maximumExecutionTime: 60,
    seed: 1,
    workLimit: 3000,
    ...over,
  };
  let best = null;
  solve(request, {
    seed: 1,
    shouldStop: () => false,
    emit: (event) => {
      if (event.type === 'solution') best = event.solution;
    },
  });
  return { request, best };
}

function placed({ points }, anchor, { position, rotation, mirrored }) {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => {
    const u = mirrored ? anchor[0] - x : x - anchor[0];
    const v = y - anchor[1];
    return [u * cos - v * sin + position[0], u * sin + v * cos + position[1]];
  });
}

const round = (value) => Math.round(value * 100) / 100;
const path = (rings, dx, dy) =>
  rings.map((ring) => `M${ring.map(([x, y]) => `${round(x + dx)} ${round(y + dy)}`).join('L')}Z`).join('');
const extent = (points, axis) => Math.max(...points.map((p) => p[axis]));

/** Panels so far, which tells their clips apart. */
let panels = 0;

/** A panel at an offset: its SVG and its size. */
function panel([text, over], dx, dy) {
  panels++;
  const { request, best } = layoutOf(over);
  const lines = [];
  let x = dx;
  let height = 0;
  request.bins.forEach((bin, index) => {
    const { boundary, holes, cellWidth, cellHeight } = bin;
    const width = extent(boundary.points, 0);
    height = Math.max(height, extent(boundary.points, 1));
    lines.push(`<path d="${path([boundary.points], x, dy)}" class="sheet"/>`);
    for (let at = cellWidth; cellWidth > 0 && at < width; at += cellWidth)
      lines.push(`<path d="M${x + at} ${dy}v${extent(boundary.points, 1)}" class="grid"/>`);
    for (let at = cellHeight; cellHeight > 0 && at < extent(boundary.points, 1); at += cellHeight)
      lines.push(`<path d="M${x} ${dy + at}h${width}" class="grid"/>`);
    for (const hole of holes) lines.push(`<path d="${path([hole.points], x, dy)}" class="keep-out"/>`);
    for (const { boundary: line, quality } of bin.zones ?? [])
      lines.push(
        `<clipPath id="c${panels}-${index}"><path d="${path([boundary.points], x, dy)}"/></clipPath>` +
          `<path d="${path([line.points], x, dy)}" class="zone${quality}" clip-path="url(#c${panels}-${index})"/>`,
      );
    for (const placement of best.placements.filter((one) => one.bin === index)) {
      const polygon = request.polygons[placement.index];
      const anchor = [Math.min(...polygon.points.map((p) => p[0])), Math.min(...polygon.points.map((p) => p[1]))];
      const rings = [polygon, ...(polygon.holes ?? [])].map((line) => placed(line, anchor, placement));
      const isLocked = request.locked?.some(({ position }) => position.join() === placement.position.join());
      const fill = isLocked ? '#adb5bd' : colours[placement.index % colours.length];
      lines.push(`<path d="${path(rings, x, dy)}" fill="${fill}" class="part"/>`);
      for (const { boundary: line } of polygon.zones ?? [])
        lines.push(`<path d="${path([placed(line, anchor, placement)], x, dy)}" class="need"/>`);
    }
    for (const { boundary: rest, holes: inner } of best.usage.sheets.find((one) => one.bin === index)?.remnants ?? [])
      lines.push(
        `<path d="${path(
          [rest, ...inner].map((line) => line.points),
          x,
          dy,
        )}" class="remnant"/>`,
      );
    const ends = { folded: [0], tubular: [0, extent(boundary.points, 1)] }[request.clothForm] ?? [];
    for (const end of ends) lines.push(`<path d="M${x} ${dy + end}h${width}" class="fold"/>`);
    x += width + gap / 2;
  });
  const left = best.unplaced.length > 0 ? `, ${best.unplaced.length} out` : '';
  lines.push(`<text x="${dx}" y="${dy + height + 12}">${text}${left}</text>`);
  return { lines, width: x - dx - gap / 2, height: height + caption };
}

mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, panels] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const lines = [];
  let x = 1;
  let height = 0;
  for (const one of panels) {
    const drawn = panel(one, x, 1);
    lines.push(...drawn.lines);
    x += drawn.width + gap;
    height = Math.max(height, drawn.height);
  }
  const size = `${round(x - gap + 1)} ${round(height + 2)}`;
  const style =
    '.sheet{fill:#f8f9fa;stroke:#495057}.keep-out{fill:#868e96}.zone2{fill:#e9d8a6}.zone3{fill:#d4a373}.need{fill:none;stroke:#c1121f;stroke-dasharray:3 2}.fold{stroke:#c1121f;stroke-width:2.5;stroke-dasharray:8 3}.remnant{fill:#2f855a55;stroke:#2f855a;stroke-dasharray:3 2;fill-rule:evenodd}.grid{stroke:#ced4da;stroke-width:.5}' +
    '.part{stroke:#212529;stroke-width:.6;fill-rule:evenodd}text{font:9px sans-serif;fill:#212529}';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><rect width="100%" height="100%" fill="#fff"/><style>${style}</style>\n${lines.join('\n')}\n</svg>\n`;
  writeFileSync(`${folder}/${name}.svg`, svg);
}
