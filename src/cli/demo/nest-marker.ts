/** The first part of the demo: a ready-made garment marker, nested through gRPC and again over REST. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { clone } from '@bufbuild/protobuf';
import { nestEvents } from '../../../gateway/json/nest.js';
import { type NestRequest, NestRequestSchema, type NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { CommandError, exitCodes } from '../exit.js';
import { grpcClient } from '../grpc-client.js';
import { writeLayoutFiles } from '../layout-files.js';
import { markerOf } from '../marker-of.js';
import { readNestFile } from '../nest-file.js';
import { nestProgress } from '../nest-progress.js';
import { packageRoot } from '../package-root.js';
import { nestOverRest } from '../rest-stream.js';
import { runNest } from '../run-nest.js';
import { type DemoResult, type DemoRun, layoutLines, placementsOf, requireValid } from './checked-layout.js';

const restSeconds = 2;

export async function nestMarker(
  service: { url: string; key: string },
  { seconds, output, say }: DemoRun,
): Promise<DemoResult> {
  const request = readNestFile(fileURLToPath(new URL('examples/marker.json', packageRoot)));
  request.maximumExecutionTime = seconds;
  const vertices = request.polygons.reduce((sum, { points }) => sum + points.length, 0);
  say(`Nesting ${request.polygons.length} parts (${vertices} points) through gRPC ...`);
  const { best, first, solutions } = await nestOverGrpc(service, request);
  requireValid(request, placementsOf(best));
  const files = await writeLayoutFiles(join(output, 'marker'), markerOf(request, best));

  say(`The same over REST, for ${restSeconds} s ...`);
  const short = clone(NestRequestSchema, request);
  short.maximumExecutionTime = restSeconds;
  const rest = await nestOverRest(service, short);
  requireValid(request, rest.last);
  if (!isDeepStrictEqual(rest.first, placementsOf(first))) {
    throw new CommandError('REST and gRPC begin with different layouts', { exitCode: exitCodes.failed });
  }
  const lines = [
    '',
    ...layoutLines(request, best, solutions),
    'checked    no overlap, all distances kept; gRPC and REST begin with the same layout',
    ...files.map((file) => `written    ${file}`),
    '',
  ];
  say(lines.join('\n'));
  return { layout: nestEvents.solution.encode(best), files };
}

async function nestOverGrpc(
  { url, key }: { url: string; key: string },
  request: NestRequest,
): Promise<{ best: NestSolution; first: NestSolution; solutions: number }> {
  const client = grpcClient({ url, key });
  const view = nestProgress(request.maximumExecutionTime!);
  let first: NestSolution | null = null;
  try {
    const { best, solutions } = await runNest(client, request, (event) => {
      if (event.event.case === 'solution') first ??= event.event.value;
      view.show(event);
    });
    if (!best || !first) throw new CommandError('The search ended without a layout', { exitCode: exitCodes.failed });
    return { best, first, solutions };
  } finally {
    view.end();
    await client.close();
  }
}
