/**
 * Draws the plan of examples/order.json for docs/lays.md: each marker with its parts, and the plies of each lay by roll.
 *
 *     node dist/scripts/draw-lays.js [SECONDS]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { planLaysRequest } from '../gateway/json/lay.js';
import { type LayPlan, LayService, PlanLaysRequestSchema } from '../gen/selvage/lay/v1/lay_pb.js';
import { NestService, type NestSolution, type Polygon, ServerId } from '../gen/selvage/nest/v1/nest_pb.js';
import { decode } from '../src/cli/decode.js';
import { openLocal } from '../src/cli/service.js';
import { distinctColor } from '../src/drawing/palette.js';
import { rotated } from '../src/geometry/rotation.js';
import { parseJson } from '../src/json/parse.js';

const seconds = Number(process.argv[2] ?? 20);
const scale = 0.1;
const margin = 16;
const titleHeight = 18;
const clothColours: Readonly<Record<string, string>> = { navy: '#3b5b92', sand: '#cdb98a' };

const folder = mkdtempSync(join(tmpdir(), 'selvage-lays-'));
const client = await openLocal(join(folder, 'data'), {}, { solving: true });
const order = decode(planLaysRequest, parseJson(readFileSync('examples/order.json')));
const request = create(PlanLaysRequestSchema, { ...order, serverId: ServerId.FAST, maximumExecutionTime: seconds });
let plan: LayPlan | null = null;
for await (const { event } of client.serverStream(LayService.method.planLays, request)) {
  if (event?.event.case === 'plan') plan = event.event.value;
}

const names = [...new Set(plan!.markers.flatMap(({ garments }) => garments.map(({ name }) => name)))].sort();
const drawn: string[] = [];
let y = margin;
const say = (x: number, at: number, words: string): void => {
  drawn.push(`<text x="${x.toFixed(1)}" y="${at.toFixed(1)}">${words}</text>`);
};

for (const [i, marker] of plan!.markers.entries()) {
  let [parts, best]: [Polygon[], NestSolution | null] = [[], null];
  for await (const { event } of client.serverStream(NestService.method.resumeNest, { jobId: marker.jobId })) {
    if (event?.event.case === 'progress' && event.event.value.parts.length > 0) parts = event.event.value.parts;
    if (event?.event.case === 'solution') best = event.event.value;
  }
  const garments = marker.garments.map(({ name, count }) => `${count} x ${name}`).join(', ');
  const facts = `${(marker.length / 1000).toFixed(2)} m, ${(100 * marker.utilisation).toFixed(1)} %`;
  say(margin, y + 12, `Marker ${i + 1}: ${garments} (${facts})`);
  y += titleHeight;
  drawn.push(
    `<rect x="${margin}" y="${y}" width="${(scale * marker.length).toFixed(1)}" height="${scale * marker.width}" class="cloth"/>`,
  );
  for (const { index, position, rotation = 0 } of best!.placements) {
    const part = parts[index!]!;
    const left = Math.min(...part.points.map(({ x }) => x));
    const top = Math.min(...part.points.map((point) => point.y));
    const ring = rotated(new Float64Array(part.points.flatMap((point) => [point.x - left, point.y - top])), rotation);
    const places = Array.from({ length: ring.length / 2 }, (_, k) => {
      const x = margin + scale * (position!.x + ring[2 * k]!);
      return `${x.toFixed(1)},${(y + scale * (position!.y + ring[2 * k + 1]!)).toFixed(1)}`;
    });
    const colour = distinctColor(names.findIndex((name) => part.id.includes(`-${name}-`)));
    drawn.push(`<polygon points="${places.join(' ')}" fill="${colour}"/>`);
  }
  y += scale * marker.width + 10;
  for (const lay of plan!.lays.filter((each) => each.marker === i)) {
    const plies = lay.plies.reduce((sum, each) => sum + each.plies, 0);
    say(margin, y + 10, `${plies} plies, the lowest first:`);
    let x = margin + 190;
    for (const each of lay.plies) {
      const width = 12 * each.plies;
      const fill = clothColours[each.colour] ?? '#999999';
      drawn.push(`<rect x="${x}" y="${y}" width="${width}" height="12" fill="${fill}" class="ply"/>`);
      x += width;
    }
    const rolls = lay.plies.map(({ plies: n, colour, rollId }) => `${n} ${colour}${rollId && ` ${rollId}`}`);
    say(x + 8, y + 10, rolls.join(', '));
    y += 18;
  }
  y += 12;
}
await client.close();
rmSync(folder, { recursive: true, force: true });

const width = 2 * margin + Math.max(560, scale * Math.max(...plan!.markers.map(({ length }) => length)));
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${y.toFixed(0)}" font-family="Helvetica, Arial, sans-serif" font-size="12">
<title>A lay plan of two colours</title>
<style>.cloth { fill: #f4f1ea; stroke: #8a8a8a } polygon { stroke: #444444; stroke-width: 0.4 } .ply { stroke: #ffffff; stroke-width: 0.5 }</style>
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.join('\n')}
</svg>
`;
writeFileSync('docs/images/lays.svg', svg);
