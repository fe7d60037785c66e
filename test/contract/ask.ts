/** Sends a request with one field changed over REST and over gRPC. */
import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf';
import type { MessageCodec } from '../../gateway/json/codec.js';
import { Reading } from '../../gateway/json/reading.js';
import type { RestOperation } from '../../gateway/openapi/operation.js';
import type { PatternFormat, TechPackFormat } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { parseJson } from '../../src/json/parse.js';
import type { BothProtocols, Outcome } from './both-protocols.js';
import { none, type Probe, type Site } from './probes.js';

/** A request of its own for each call, for an operation that ends or changes something. */
export interface Stage {
  readonly params?: Readonly<Record<string, string>>;
  /** Fields of the message that REST takes from a header. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** In place of the base's. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Headers of the caller; by default those of the demo account. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The state after an accepted call, and an end to it. */
  readonly after?: () => Promise<unknown>;
}

export interface Base {
  readonly params?: Readonly<Record<string, string>>;
  /** The body or the query. */
  readonly json: unknown;
  readonly stage?: (service: BothProtocols) => Promise<Stage>;
  readonly accept?: string;
  /** Leaves out the fields that the base does not send: the measurements of a body, which DraftPattern tests. */
  readonly onlySent?: true;
  /** The format that REST takes from the Accept header. */
  readonly format?: PatternFormat | TechPackFormat;
  readonly service?: BothProtocols;
}

/** Each protocol limits the size of messages by itself. A message above it is refused without other problems. */
const isTooLarge = (outcome: Outcome): boolean => 'refused' in outcome && outcome.refused[0] === 'ResourceExhausted';

export const alike = (a: Outcome, b: Outcome): boolean =>
  isTooLarge(a) || isTooLarge(b) ? 'refused' in a && 'refused' in b : JSON.stringify(a) === JSON.stringify(b);

export const isSent = (json: unknown, steps: Site['steps']): boolean =>
  steps.reduce((here, step) => (here as Record<string | number, unknown> | undefined)?.[step], json) !== undefined;

/** @param service of a base that names none */
export async function ask(
  operation: RestOperation,
  codec: MessageCodec<DescMessage>,
  base: Base,
  service: BothProtocols,
  site?: Site,
  probe?: Probe,
): Promise<{ rest: Outcome; grpc: Outcome }> {
  const overRest = async (stage: Stage): Promise<Outcome> => {
    const { params, json } = { ...base, ...stage };
    const changed = JSON.parse(JSON.stringify(json));
    if (site && probe) put(changed, site.steps, probe.as ?? probe, 'rest');
    const sent = operation.query ? { query: changed as Readonly<Record<string, unknown>> } : { body: changed };
    const request = { params: params ?? {}, ...sent, ...(base.accept && { accept: base.accept }) };
    return of(base, service).rest(operation.method, request, stage.headers);
  };
  const overGrpc = async (stage: Stage): Promise<Outcome> => {
    const { params, json } = { ...base, ...stage };
    const changed = JSON.parse(JSON.stringify(json));
    if (site && probe && probe.grpc === none) put(changed, site.steps, probe.as ?? probe, 'rest');
    const message = decoded(codec, changed);
    Object.assign(message, params, stage.fields, base.format === undefined ? {} : { format: base.format });
    if (site && probe && probe.grpc !== none) put(message, site.steps, probe, 'grpc');
    return of(base, service).grpc(operation.method as DescMethod & { input: DescMessage }, message, stage.headers);
  };
  const staged = async (send: (stage: Stage) => Promise<Outcome>): Promise<Outcome> => {
    const stage = (await base.stage?.(of(base, service))) ?? {};
    const outcome = await send(stage);
    const after = await stage.after?.();
    return 'seen' in outcome && after !== undefined ? { seen: `${outcome.seen} ${JSON.stringify(after)}` } : outcome;
  };
  const [rest, grpc] = await Promise.all([staged(overRest), staged(overGrpc)]);
  return { rest, grpc };
}

const of = ({ service }: Base, usual: BothProtocols): BothProtocols => service ?? usual;

/** The message of a request in JSON, from which a field may be missing. */
function decoded(codec: MessageCodec<DescMessage>, json: unknown): MessageShape<DescMessage> {
  return codec.decode(parseJson(Buffer.from(JSON.stringify(json))), '', new Reading({ nullMeansAbsent: true }))!;
}

/** Sets the value of a probe at the place of its steps. */
function put(target: unknown, steps: Site['steps'], { repeat, ...values }: Probe, protocol: 'rest' | 'grpc'): void {
  let here = target as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) here = here[step] as Record<string | number, unknown>;
  const last = steps.at(-1)!;
  const value = values[protocol];
  if (repeat !== undefined) here[last] = Array.from({ length: repeat }, () => (here[last] as unknown[])[0]);
  else if (value !== none) here[last] = value;
  else if (Array.isArray(here)) here.splice(last as number, 1);
  else delete here[last];
}
