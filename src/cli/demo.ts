/** `selvage demo`: starts a service, nests a garment marker through gRPC and again over REST, and draws it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clone } from '@bufbuild/protobuf';
import { Command } from 'commander';
import { type NestRequest, NestRequestSchema, type NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { ExactCheck } from '../nesting/layout/exact-check.js';
import type { Placement } from '../nesting/request.js';
import { nestRequestOf, polylineOf } from '../services/nest-request.js';
import { CommandError, exitCodes } from './exit.js';
import { grpcClient } from './grpc-client.js';
import { numberOf } from './key-values.js';
import { writeLayoutFiles } from './layout-files.js';
import { readNestFile } from './nest-file.js';
import { nestProgress } from './nest-progress.js';
import { packageRoot } from './package-root.js';
import { nestOverRest } from './rest-stream.js';
import { runNest } from './run-nest.js';

interface DemoOptions {
  readonly time: string;
  readonly output: string;
}

const restSeconds = 2;

export function demoCommand(): Command {
  return new Command('demo')
    .description('start a service, nest a garment marker through gRPC and REST, and draw it')
    .option('--time <SECONDS>', 'time limit of the search', '20')
    .option('-o, --output <DIR>', 'folder for marker.svg and marker.png', 'demo-output')
    .action(async ({ time, output }: DemoOptions) => {
      const request = readNestFile(fileURLToPath(new URL('examples/marker.json', packageRoot)));
      request.maximumExecutionTime = numberOf(time, '--time');
      const dataDir = await mkdtemp(join(tmpdir(), 'selvage-demo-'));
      const { startEmbedded } = await import('./service.js');
      const service = await startEmbedded(dataDir);
      try {
        await show(service, request, output);
      } finally {
        await service.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
}

async function show(service: { url: string; key: string }, request: NestRequest, output: string): Promise<void> {
  const vertices = request.polygons.reduce((sum, { points }) => sum + points.length, 0);
  console.log(`The service listens on ${service.url}`);
  console.log(`Nesting ${request.polygons.length} parts (${vertices} points) through gRPC ...`);
  const { best, first, solutions } = await nestOverGrpc(service, request);
  requireValid(request, placementsOf(best));
  const files = await writeLayoutFiles(join(output, 'marker'), request, best);

  console.log(`The same over REST, for ${restSeconds} s ...`);
  const short = clone(NestRequestSchema, request);
  short.maximumExecutionTime = restSeconds;
  const rest = await nestOverRest(service, short);
  requireValid(request, rest.last);
  if (JSON.stringify(rest.first) !== JSON.stringify(placementsOf(first))) {
    throw new CommandError('REST and gRPC begin with different layouts', { exitCode: exitCodes.failed });
  }

  const { placements, unplaced, usage, utilisation } = best;
  const lines = [
    '',
    `parts      ${placements.length} placed, ${unplaced.length} not`,
    `fabric     ${(usage!.length / 1000).toFixed(3)} m of ${(fabricWidth(request) / 1000).toFixed(2)} m width`,
    `density    ${(100 * utilisation).toFixed(1)} %, after ${solutions} layouts, each better than the one before`,
    'checked    no overlap, all distances kept; gRPC and REST begin with the same layout',
    ...files.map((file) => `written    ${file}`),
  ];
  console.log(lines.join('\n'));
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

const placementsOf = ({ placements }: NestSolution): Placement[] =>
  placements.map(({ id, position, rotation, bin, index }) => ({
    id,
    position: [position!.x, position!.y],
    rotation,
    bin,
    index,
  }));

/** Looks at a layout with the exact check, as a client that trusts nobody. */
function requireValid(request: NestRequest, placements: readonly Placement[]): void {
  const faults = new ExactCheck(nestRequestOf(request, request.polygons.map(polylineOf))).faults(placements);
  if (faults.length === 0) return;
  const parts = faults.map((fault) => placements[fault]!.id).join(', ');
  throw new CommandError(`The layout is not valid at ${parts}`, { exitCode: exitCodes.failed });
}

function fabricWidth(request: NestRequest): number {
  const heights = request.bins[0]!.boundary!.points.map(({ y }) => y);
  return Math.max(...heights) - Math.min(...heights);
}
