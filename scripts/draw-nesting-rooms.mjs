// Draws the rooms of src/nesting and the imports between them: docs/images/nesting-rooms.svg, for docs/architecture.md.
// dependency-cruiser finds the arrows. Only the places of the rooms are given here.
// usage: node scripts/draw-nesting-rooms.mjs [--check]   --check compares the picture with the imports, and writes nothing
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const picture = 'docs/images/nesting-rooms.svg';
const folder = 'src/nesting';

/** Each room: its place and size, its colour, and the line below its name. */
const rooms = {
  solver: { x: 330, y: 50, width: 270, height: 48, look: 'edge', note: 'solver.ts, publisher.ts, warm-up.ts' },
  bridge: { x: 200, y: 150, width: 220, height: 48, look: 'service', note: 'picks the search, translates' },
  strip: { x: 40, y: 250, width: 160, height: 48, look: 'domain', note: 'one roll or board' },
  sheets: { x: 250, y: 250, width: 160, height: 48, look: 'domain', note: 'sheets, hides, keep-outs' },
  construct: { x: 490, y: 250, width: 130, height: 48, look: 'domain', note: 'part by part' },
  check: { x: 720, y: 250, width: 130, height: 48, look: 'edge', note: 'refuses bad input' },
  overlap: { x: 40, y: 350, width: 370, height: 78, look: 'service', note: 'takes overlaps away', left: true },
  'overlap/exchange': { x: 240, y: 360, width: 160, height: 58, look: 'domain', note: 'what threads share' },
  layout: { x: 490, y: 350, width: 130, height: 48, look: 'library', note: 'facts, exact check' },
  kernel: { x: 40, y: 480, width: 160, height: 48, look: 'library', note: 'WebAssembly' },
  request: {
    x: 490,
    y: 480,
    width: 360,
    height: 48,
    look: 'library',
    note: 'request.ts: the request, its layouts, its events',
  },
};

/** Ways for arrows that would cross a room as straight lines. */
const ways = {
  'solver bridge': 'M420 98L345 148',
  'solver construct': 'M500 98L550 248',
  'solver layout': 'M560 98C620 150 690 340 622 366',
  'solver request': 'M592 98C670 180 690 360 680 478',
  'bridge strip': 'M215 198L130 248',
  'bridge overlap': 'M235 198L225 348',
  'bridge sheets': 'M310 198L325 248',
  'bridge construct': 'M410 198L510 248',
  'bridge layout': 'M402 198C480 260 440 330 488 366',
  'bridge request': 'M386 198C490 290 410 420 510 478',
  'construct request': 'M612 298C670 350 640 430 630 478',
  'check layout': 'M735 298L622 382',
  'overlap/exchange overlap': 'M240 389H180',
};

/** The room of a file: its folder. Of the files outside any folder, the request has a room apart from the others. */
function roomOf(path) {
  if (!path.startsWith(`${folder}/`)) return null;
  const inside = path.slice(folder.length + 1);
  const inner = Object.keys(rooms).find((name) => name.includes('/') && inside.startsWith(`${name}/`));
  if (inner !== undefined) return inner;
  if (inside.includes('/')) return inside.slice(0, inside.indexOf('/'));
  return inside === 'request.ts' ? 'request' : 'solver';
}

/** Pairs of rooms, `from to`, with an import between them; others reach the exchange as part of `overlap`. */
function arrows() {
  const command = [
    'node_modules/.bin/depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    folder,
  ];
  const { modules } = JSON.parse(execFileSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const found = new Set();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (from === null || to === null || from === to) continue;
      found.add(`${from} ${to.includes('/') && from !== 'overlap' ? to.slice(0, to.indexOf('/')) : to}`);
    }
  }
  return [...found].sort();
}

function wayOf(arrow) {
  if (arrow in ways) return ways[arrow];
  const [from, to] = arrow.split(' ').map((name) => rooms[name]);
  const [left, right] = [Math.max(from.x, to.x), Math.min(from.x + from.width, to.x + to.width)];
  const [start, end] =
    left < right ? [(left + right) / 2, (left + right) / 2] : [from, to].map((r) => r.x + r.width / 2);
  return `M${start} ${from.y + from.height}L${end} ${to.y - 2}`;
}

function box([name, { x, y, width, height, look, note, left }]) {
  const middle = left ? `x="${x + 12}"` : `x="${x + width / 2}" text-anchor="middle"`;
  const top = y + height / 2 - 4;
  return [
    `  <rect class="box ${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    `  <text ${middle} y="${top}" class="name">${name.split('/').pop()}</text>`,
    `  <text ${middle} y="${top + 18}" class="note">${note}</text>`,
  ].join('\n');
}

function draw() {
  const there = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of there)
    if (!(name in rooms)) throw new Error(`scripts/draw-nesting-rooms.mjs: no place for ${name}/`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 36 880 506" width="880" height="506" font-family="Helvetica, Arial, sans-serif" font-size="14">
  <title>The rooms of src/nesting</title>
  <desc>Every arrow is an import between two rooms. scripts/draw-nesting-rooms.mjs draws this picture.</desc>
  <defs>
    <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0 0L10 5L0 10z" fill="#55606b"/>
    </marker>
    <style>
      .box { stroke: #55606b; stroke-width: 1.2 }
      .edge { fill: #dce9f5 } .service { fill: #e4eedd } .domain { fill: #fbf0d9 } .library { fill: #eee8f4 }
      .arrow { stroke: #55606b; stroke-width: 1.4; fill: none; marker-end: url(#arrow) }
      .name { font-weight: bold } .note { fill: #4a4a4a; font-size: 12px }
    </style>
  </defs>
  <rect y="36" width="880" height="506" fill="#ffffff"/>
${Object.entries(rooms).map(box).join('\n')}
${arrows()
  .map((arrow) => `  <path class="arrow" d="${wayOf(arrow)}"><title>${arrow.replace(' ', ' imports ')}</title></path>`)
  .join('\n')}
</svg>
`;
}

const drawn = draw();
if (!process.argv.includes('--check')) writeFileSync(picture, drawn);
else if (readFileSync(picture, 'utf8') !== drawn) {
  console.error(`${picture} does not show the imports of ${folder}, run: node scripts/draw-nesting-rooms.mjs`);
  process.exitCode = 1;
}
