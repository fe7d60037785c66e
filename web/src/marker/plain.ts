/** The shown marker on plain cloth, searched as long: the cloth that its pattern costs. */
import { create } from '@bufbuild/protobuf';
import { signal } from '@preact/signals';
import {
  FabricSchema,
  NestRequestSchema,
  type NestSolution,
  PolygonSchema,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { numberIn } from '../body/measurements.js';
import { parts, source } from './cutting-list.js';
import { ground, type SearchedGround } from './run.js';
import { Search } from './search.js';
import { setup } from './setup.js';

/** By the ground of the patterned marker. */
const searches = signal<ReadonlyMap<SearchedGround, Search>>(new Map());

export const plainSearch = (on: SearchedGround): Search | undefined => searches.value.get(on);

/** The best layout on plain cloth, once it is found; null: nobody has asked for it. */
export function plainSolution(on: SearchedGround): NestSolution | null {
  const search = plainSearch(on);
  return search && search.phase.value === 'done' && !search.cancelled.value ? search.best.value : null;
}

export function comparePlain(): void {
  const on = ground.value!;
  const search = new Search(null);
  searches.value = new Map([[on, search]]);
  const { title, unitMm, roll } = on;
  void search.start({ asked: { kind: 'parts', request: onPlainCloth(on) }, title, unitMm, roll, outlines: '' });
}

function onPlainCloth(on: SearchedGround) {
  const { polygons, bins, fabric, gravity, distance, edge, rotations, tilt, limitSeconds } = on;
  const optimization = source.value === 'parts' ? parts.value?.request?.optimization : undefined;
  return create(NestRequestSchema, {
    polygons: polygons.map((polygon) => create(PolygonSchema, { ...polygon, matchPoints: [] })),
    bins: [...bins],
    ...(fabric && { fabric: create(FabricSchema, { form: fabric.form! }) }),
    gravityDirection: gravity,
    minDistance: distance,
    edgeDistance: edge,
    allowedRotations: [...rotations],
    rotationTolerance: tilt ?? 0,
    ...(optimization && { optimization }),
    maximumExecutionTime: limitSeconds,
    reportInterval: 500,
    serverId: setup.value.queue === 'fast' ? ServerId.FAST : ServerId.SLOW,
    instances: numberIn(setup.value.solvers) ?? 1,
  });
}
