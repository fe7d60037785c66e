/** The second part of the demo: from the height and weight of a person to a shirt, its marker, and files to cut by. */
import { join } from 'node:path';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { nestEvents } from '../../../gateway/json/nest.js';
import { BodySchema, Gender, UnitSystem } from '../../../gen/selvage/body/v1/body_pb.js';
import {
  GravityDirection,
  NestPatternsRequestSchema,
  type NestRequest,
  NestRequestSchema,
  NestService,
  type NestSolution,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import {
  type DraftPatternRequestSchema,
  type DraftPatternResponse,
  PatternFormat,
  PatternService,
  PdfPage,
  VariableSource,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { StreamingClient } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';
import { writeOutput } from '../files.js';
import { grpcClient } from '../grpc-client.js';
import { writeLayoutFiles } from '../layout-files.js';
import { markerOf } from '../marker-of.js';
import { nestProgress } from '../nest-progress.js';
import { followNest } from '../run-nest.js';
import { type DemoResult, type DemoRun, layoutLines, placementsOf, requireValid } from './checked-layout.js';

/** Simon shirt of the library. */
const patternId = '8207d291-de2d-451b-83b4-cd22e6e335c4';
const person = { height: 183, weight: 76 };
const body = create(BodySchema, { gender: Gender.MALE, unit: UnitSystem.METRIC, ...person });
/** Fabric 1.4 m wide, and longer than any layout; pieces 3 mm apart. */
const [fabricLength, fabricWidth] = [6000, 1400];

export async function madeToMeasure(
  service: { url: string; key: string },
  { seconds, output, say }: DemoRun,
): Promise<DemoResult> {
  say(`Drafting a shirt for a man of ${person.height} cm and ${person.weight} kg, and nesting it ...`);
  const client = grpcClient(service);
  try {
    const drafted = await draft(client, {});
    const files = await writePattern(client, join(output, 'shirt'));
    const { request, best, solutions } = await nest(client, seconds);
    requireValid(request, placementsOf(best));
    files.push(
      ...(await writeLayoutFiles(join(output, 'shirt-marker'), markerOf(request, best), {
        formats: ['dxf', 'svg', 'pdf'],
        title: 'Shirt',
      })),
    );
    const lines = [
      '',
      `shirt      ${piecesIn(drafted)} pieces; ${sourcesIn(drafted)}`,
      ...layoutLines(request, best, solutions),
      'checked    no overlap, all distances kept',
      ...files.map((file) => `written    ${file}`),
    ];
    say(lines.join('\n'));
    return { layout: nestEvents.solution.encode(best), files };
  } finally {
    await client.close();
  }
}

const draft = (
  client: StreamingClient,
  options: MessageInitShape<typeof DraftPatternRequestSchema>,
): Promise<DraftPatternResponse> => client.unary(PatternService.method.draftPattern, { ...options, patternId, body });

/** The pattern for CAD, for the screen, and for a home printer. */
async function writePattern(client: StreamingClient, prefix: string): Promise<string[]> {
  const files: string[] = [];
  for (const [ending, format] of [
    ['dxf', PatternFormat.DXF],
    ['svg', PatternFormat.SVG],
    ['pdf', PatternFormat.PDF],
  ] as const) {
    const { data } = await draft(client, {
      format,
      ...(format === PatternFormat.PDF && { pdf: { page: PdfPage.A4 } }),
    });
    if (data.case === 'pattern' || data.case === undefined) throw new TypeError(`a draft came without its ${ending}`);
    writeOutput(`${prefix}.${ending}`, data.value);
    files.push(`${prefix}.${ending}`);
  }
  return files;
}

async function nest(
  client: StreamingClient,
  seconds: number,
): Promise<{ request: NestRequest; best: NestSolution; solutions: number }> {
  const corners = [
    [0, 0],
    [fabricLength, 0],
    [fabricLength, fabricWidth],
    [0, fabricWidth],
  ];
  const settings = {
    bins: [{ boundary: { points: corners.map(([x, y]) => ({ x: x!, y: y! })) } }],
    gravityDirection: GravityDirection.LEFT,
    allowedRotations: [0, 180],
    minDistance: 3,
    maximumExecutionTime: seconds,
  };
  const order = create(NestPatternsRequestSchema, { ...settings, patterns: [{ patternId, body }], material: 'fabric' });
  const view = nestProgress(seconds);
  let request: NestRequest | null = null;
  try {
    const { best, solutions } = await followNest(
      client.serverStream(NestService.method.nestPatterns, order),
      (event) => {
        // the stream begins with the parts of this material
        if (event.event.case === 'progress' && event.event.value.parts.length > 0) {
          request = create(NestRequestSchema, { ...settings, polygons: event.event.value.parts });
        }
        view.show(event);
      },
    );
    if (!best || !request) throw new CommandError('The search ended without a layout', { exitCode: exitCodes.failed });
    return { request, best, solutions };
  } finally {
    view.end();
  }
}

const piecesIn = ({ data }: DraftPatternResponse): number => (data.case === 'pattern' ? data.value.pieces.length : 0);

/** Counts the pattern's measurements by their source. */
function sourcesIn({ variableSources }: DraftPatternResponse): string {
  const count = (wanted: VariableSource): number =>
    Object.values(variableSources).filter((source) => source === wanted).length;
  return `${count(VariableSource.PREDICTED)} measurements predicted from these two, ${count(VariableSource.DERIVED)} derived from others`;
}
