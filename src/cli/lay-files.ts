/** The files of a lay plan: JSON, the cut plan as HTML or PDF, its bundles as CSV, and the drawing of each marker. */
import { create } from '@bufbuild/protobuf';
import { encodeLayEvent } from '../../gateway/json/lay.js';
import { LayEventSchema, type LayPlan, type PlanLaysRequest } from '../../gen/selvage/lay/v1/lay_pb.js';
import {
  GravityDirection,
  MarkerDirection,
  NestRequestSchema,
  NestService,
  type Polygon,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { csvCells } from '../body/csv.js';
import { documentToHtml } from '../drawing/document/document-html.js';
import { documentToPdf } from '../drawing/document/document-pdf.js';
import type { Lengths } from '../drawing/lengths.js';
import type { Marker } from '../drawing/marker/marker.js';
import { onPly } from '../drawing/marker/on-ply.js';
import type { Json } from '../json/json.js';
import { bundleRows } from '../lays/bundles.js';
import { cutPlanDocument } from '../lays/cut-plan-document.js';
import type { StreamingClient } from './client.js';
import { CommandError } from './exit.js';
import { writeOutput } from './files.js';
import { writeLayoutFiles } from './layout-files.js';
import { markerOf } from './marker-of.js';
import { followNest } from './run-nest.js';

const planFormats = ['json', 'html', 'pdf', 'csv'] as const;
const markerFormats = ['dxf', 'plt', 'svg', 'png'] as const;
type PlanFormat = (typeof planFormats)[number];
type MarkerFormat = (typeof markerFormats)[number];
export type LayFormat = PlanFormat | MarkerFormat;

/** The format by the extension of a file. */
export function layFormatOf(file: string): LayFormat {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  const formats = [...planFormats, ...markerFormats];
  const format = formats.find((each) => each === ending);
  if (format) return format;
  throw new CommandError(`--output is ${JSON.stringify(file)}; it must end in .${formats.join(', .')}`);
}

/** The plan as the line of POST /api/v1/lays, without its type and number. */
export function layPlanJson(plan: LayPlan): Json {
  const {
    type: _,
    seq: __,
    jobId: ___,
    ...json
  } = encodeLayEvent(create(LayEventSchema, { seq: 0, event: { case: 'plan', value: plan } }));
  return json;
}

/**
 * Reads the layouts of the markers from the service, so its client must still be open. Each marker has a drawing of its own,
 * with its number in the name of the file.
 */
export async function writeLayFile(
  client: StreamingClient,
  plan: LayPlan,
  order: PlanLaysRequest,
  { path, format }: { readonly path: string; readonly format: LayFormat },
  lengths: Lengths | undefined,
): Promise<void> {
  if (!isOfMarkers(format)) {
    writeOutput(path, await planFile(client, plan, order, format, lengths));
    return;
  }
  const prefix = path.slice(0, -format.length - 1);
  for (const [i, marker] of plan.markers.entries()) {
    const layout = await layoutOf(client, marker, order.fabric);
    await writeLayoutFiles(`${prefix}-${i + 1}`, layout, { formats: [format], title: `Marker ${i + 1}`, lengths });
  }
}

const isOfMarkers = (format: LayFormat): format is MarkerFormat => markerFormats.some((each) => each === format);

async function planFile(
  client: StreamingClient,
  plan: LayPlan,
  order: PlanLaysRequest,
  format: PlanFormat,
  lengths: Lengths | undefined,
): Promise<string | Uint8Array> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(layPlanJson(plan), null, 2)}\n`;
    case 'csv':
      return bundleCsv(plan);
    default: {
      const layouts: Marker[] = [];
      for (const marker of plan.markers) layouts.push(await layoutOf(client, marker, order.fabric));
      const facts = { title: 'Cut plan', createdAt: new Date().toISOString(), layouts, lengths };
      const document = cutPlanDocument(plan, { ...order, oneWay: ways[order.direction ?? 0] }, facts);
      return format === 'html' ? documentToHtml(document) : documentToPdf(document);
    }
  }
}

const ways: Readonly<Record<number, 'garment' | 'all'>> = {
  [MarkerDirection.ONE_WAY_PER_GARMENT]: 'garment',
  [MarkerDirection.ONE_WAY]: 'all',
};

async function layoutOf(
  client: StreamingClient,
  marker: LayPlan['markers'][number],
  fabric: PlanLaysRequest['fabric'],
): Promise<Marker> {
  const { jobId, width, length } = marker;
  let polygons: Polygon[] = [];
  const { best } = await followNest(client.serverStream(NestService.method.resumeNest, { jobId }), ({ event }) => {
    if (event.case === 'progress' && event.value.parts.length > 0) polygons = event.value.parts;
  });
  if (!best) throw new CommandError(`The nest ${jobId} of a marker has no layout any more`);
  const points = [
    { x: 0, y: 0 },
    { x: length, y: 0 },
    { x: length, y: width },
    { x: 0, y: width },
  ];
  const request = create(NestRequestSchema, {
    polygons,
    bins: [{ boundary: { points } }],
    gravityDirection: GravityDirection.LEFT,
    ...(fabric && { fabric }),
  });
  return onPly(markerOf(request, best, { roll: true }));
}

const bundleCsv = (plan: LayPlan): string =>
  bundleRows(plan)
    .map((row) => `${csvCells(row, ',')}\n`)
    .join('');
