/** The sections of a project that shows a job which this browser did not start. Loaded when first needed. */
import { create, type JsonValue, toJson } from '@bufbuild/protobuf';
import { type GetLaysResponse, type LayOrder, PlanLaysRequestSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import {
  type GetNestJobResponse,
  JobState,
  type NestRequest,
  NestRequestSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { defaultSettings } from '../../../src/nesting/request.js';
import { plainCloth } from '../marker/cloth.js';
import { fingerprintOf } from '../marker/cutting-list.js';
import { runSection } from '../marker/kept-run.js';
import { settingsOf } from '../marker/setup.js';
import type { SectionName } from './project.js';

type Sections = Partial<Record<SectionName, object>>;

/** A job knows no unit: its lengths are taken as millimetres, and the form lets the user choose another unit. */
const unitMm = 1;

/** The parts of the request as those of a file, and its best layout. */
export function ofNest(title: string, { job, best, request: kept }: GetNestJobResponse): Sections {
  const request = withoutDefaults(kept ?? create(NestRequestSchema));
  const { polygons, bins, locked } = request;
  const loaded = { title, polygons, bins, request, notes: [], isJob: true, graded: null };
  const ground = {
    title,
    polygons,
    bins,
    gravity: request.gravityDirection ?? 0,
    unitMm,
    distance: request.minDistance ?? 0,
    edge: request.edgeDistance ?? 0,
    rotations: request.allowedRotations,
    tilt: request.rotationTolerance ?? 0,
    roll: undefined,
    limitSeconds: job!.timeLimitSeconds,
    ...(request.fabric && { fabric: plainCloth(request.fabric) }),
  };
  const outlines = polygons.map(({ points, quantity }) => ({ points, copies: quantity ?? 1 }));
  const isGone = best === undefined && job!.state === JobState.ENDED;
  return {
    cut: { source: 'parts', unitMm, material: 'fabric' },
    parts: { title, notes: [], graded: null, drawn: false, job: true, request: jsonOf(request) },
    setup: { ...settingsOf(loaded), lengths: 'mm' },
    ...(!isGone && {
      run: runSection({
        jobId: job!.jobId,
        seq: 0,
        ended: job!.state === JobState.ENDED,
        ground,
        best: best ?? null,
        locked,
        outlines: fingerprintOf(outlines),
      }),
    }),
  };
}

/** The changed sections of a project that show its marker of a job; null: none of the other markers has it. */
export function showingJob(texts: ReadonlyMap<string, string>, jobId: string): Sections | null {
  const read = (name: SectionName): unknown => JSON.parse(texts.get(name) ?? 'null');
  const others = read('markers') as readonly { material: string; setup: object; run: { jobId: string } | null }[];
  const wanted = others.find(({ run }) => run?.jobId === jobId);
  if (!wanted) return null;
  const { run, setup, material } = wanted;
  const cut = read('cut') as { source: string; material: string };
  const before = {
    material: cut.source === 'parts' ? '' : cut.material,
    setup: read('setup') ?? {},
    run: read('run'),
  };
  return {
    cut: { ...cut, ...(material === '' ? { source: 'parts' } : { source: 'garments', material }) },
    setup,
    run: run!,
    markers: others.map((each) => (each === wanted ? before : each)),
  };
}

/** The service fills in tolerances that a client did not send. Sent back, they would be warned of as if someone had set them. */
function withoutDefaults(request: NestRequest): NestRequest {
  const { curveTolerance, fabric } = request;
  const isPlain = fabric?.repeatX === undefined && fabric?.repeatY === undefined;
  return {
    ...request,
    curveTolerance: curveTolerance === defaultSettings.curveTolerance ? undefined : curveTolerance,
    ...(fabric && isPlain && { fabric: { ...fabric, matchTolerance: undefined } }),
  };
}

const jsonOf = (request: NonNullable<GetNestJobResponse['request']>): JsonValue => toJson(NestRequestSchema, request);

/** The stream of the plan gives the plan itself. */
export function ofLays({ job, order }: GetLaysResponse): Sections {
  return {
    lays: {
      jobId: job!.jobId,
      order: toJson(PlanLaysRequestSchema, create(PlanLaysRequestSchema, orderOf(order!))),
      plan: null,
      ended: false,
    },
  };
}

const orderOf = ({ lines, cloths, table, costs, direction, rotationTolerance, fabric }: LayOrder) => ({
  lines: lines.map(({ name, colour, quantity, over, under }) => ({ name, colour, quantity, over, under })),
  cloths,
  table,
  costs,
  ...(direction !== undefined && { direction }),
  ...(rotationTolerance !== undefined && { rotationTolerance }),
  ...(fabric && { fabric }),
});
