/** A question to the service, and the ground on which its answers lie. */
import {
  type Bin,
  GravityDirection,
  type Match,
  type NestEvent,
  type NestPatternsRequest,
  type NestRequest,
  type Polygon,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { nestService } from '../service/clients.js';
import type { jobEvents } from '../service/job-events.js';
import type { Trouble } from '../service/trouble.js';
import { type Cloth, plainCloth } from './cloth.js';

/** The things that the placements of a layout refer to. */
export interface Ground {
  readonly title: string;
  readonly polygons: readonly Polygon[];
  readonly bins: readonly Bin[];
  readonly gravity: GravityDirection;
  readonly unitMm: number;
  /** Whether the sheets come off a roll; undefined: their shape decides. */
  readonly roll: boolean | undefined;
  readonly limitSeconds: number;
  /** How the cloth lies, and its pattern in the unit of the request; undefined: open and plain. */
  readonly fabric?: Cloth;
}

/** With the rules of the search. */
export interface SearchedGround extends Ground {
  /** Least distance between parts, and from them to the edge, in the unit of the request. */
  readonly distance: number;
  readonly edge: number;
  /** Degrees at which parts may lie without rotations of their own. */
  readonly rotations: readonly number[];
  /** Degrees to either side of them; default 0. */
  readonly tilt?: number;
  /** The points of parts that meet on the pattern of the cloth; default: none. */
  readonly match?: readonly Match[];
  /** Default: the parts come from a file. */
  readonly drafted?: Drafted;
}

/** The garments whose parts the service makes. */
export interface Drafted {
  /** Their ids, in the order of the request. */
  readonly garments: readonly number[];
  /** The rules that give the list of their parts, and turn it. */
  readonly laying: string;
}

/** Time limit of the free queue. */
const slowSeconds = 30;
export type Asked =
  | { readonly kind: 'parts'; readonly request: NestRequest }
  | { readonly kind: 'garments'; readonly request: NestPatternsRequest };

/** A request, and the facts of it that the service need not know. */
export interface Question extends Pick<Ground, 'title' | 'unitMm' | 'roll'> {
  readonly asked: Asked;
  /** Fingerprint of its outlines. */
  readonly outlines: string;
  readonly drafted?: Drafted;
  /** Names of the locked parts of the layout before that it cannot keep; undefined: there is no layout before. */
  readonly dropped?: readonly string[];
}

export function groundOf({ asked: { kind, request }, title, unitMm, roll, drafted }: Question): SearchedGround {
  const seconds = request.maximumExecutionTime ?? 0;
  return {
    title,
    polygons: kind === 'parts' ? request.polygons : [],
    bins: request.bins,
    ...(request.fabric && { fabric: plainCloth(request.fabric) }),
    gravity: request.gravityDirection ?? GravityDirection.TOP,
    unitMm,
    distance: request.minDistance ?? 0,
    edge: request.edgeDistance ?? 0,
    rotations: request.allowedRotations,
    tilt: request.rotationTolerance ?? 0,
    match: kind === 'parts' ? request.match : [],
    ...(drafted && { drafted }),
    roll,
    limitSeconds: request.serverId === ServerId.FAST ? seconds : Math.min(seconds, slowSeconds),
  };
}

export const callOf =
  ({ kind, request }: Asked): Parameters<typeof jobEvents<NestEvent>>[1] =>
  (call) =>
    kind === 'parts' ? nestService.nest(request, call) : nestService.nestPatterns(request, call);

/** The places of the locked parts that the service has refused; none if it has refused anything else. */
export function refusedLocks(trouble: Trouble | null): ReadonlySet<number> {
  const places = [...(trouble?.fields.keys() ?? [])].map((path) => /^locked\[(\d+)\]/.exec(path)?.[1]);
  return new Set(places.includes(undefined) ? [] : places.map(Number));
}
