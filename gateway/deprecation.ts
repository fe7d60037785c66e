/**
 * Tells a client that its request uses a deprecated field: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link, as headers
 * of REST and as metadata of gRPC and Connect. The protocol marks the fields, and the table here gives their times.
 */
import { type DescField, type DescMessage, isFieldSet, type Message } from '@bufbuild/protobuf';
import { heldBy, type MessageField, messageFields } from './held-messages.js';

/** Times in epoch milliseconds, at whole seconds. */
export interface Deprecation {
  /** The field is deprecated since then. */
  readonly since: number;
  /** The field works at least until then. */
  readonly sunset: number;
}

const formerSpelling: Deprecation = { since: Date.UTC(2026, 0, 1), sunset: Date.UTC(2028, 0, 1) };

/** Every deprecated field of a request, by its full name. */
export const deprecations: Readonly<Record<string, Deprecation>> = {
  'selvage.body.v1.InferMeasurementsRequest.nack_side_to_waist_back': formerSpelling,
  'selvage.body.v1.Body.nack_side_to_waist_back': formerSpelling,
};

/** The reference of every running service has the policy in its introduction. */
const link = '</reference>; rel="deprecation"; type="text/html"';

/** The headers for an answer to this request; undefined: it uses nothing deprecated. With several fields, the earliest times. */
export function deprecationHeaders(schema: DescMessage, message: Message): Record<string, string> | undefined {
  const used = new Set<DescField>();
  collect(schema, message, used);
  if (used.size === 0) return undefined;
  const all = [...used].map((field) => deprecations[nameOf(field)]!);
  const since = Math.min(...all.map((each) => each.since));
  const sunset = Math.min(...all.map((each) => each.sunset));
  return { deprecation: `@${since / 1000}`, sunset: new Date(sunset).toUTCString(), link };
}

/** Full name of a field, such as `selvage.body.v1.Body.height`. */
const nameOf = ({ parent, name }: DescField): string => `${parent.typeName}.${name}`;

/** The deprecated fields of a message and of the messages in it. */
export function deprecatedFields(schema: DescMessage): readonly DescField[] {
  return [...reached(schema)].flatMap(({ fields }) => fields.filter(({ deprecated }) => deprecated));
}

/** The message type, and all types that a message of it may hold. */
function reached(schema: DescMessage, seen = new Set<DescMessage>()): Set<DescMessage> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  for (const { message } of messageFields(schema)) reached(message, seen);
  return seen;
}

/** The places of a message to look at. A nest request, with its many points, has none. */
interface Places {
  readonly deprecated: readonly DescField[];
  readonly inner: readonly MessageField[];
}

const known = new Map<DescMessage, Places>();

function placesOf(schema: DescMessage): Places {
  let places = known.get(schema);
  if (places === undefined) {
    places = {
      deprecated: schema.fields.filter(({ deprecated }) => deprecated),
      inner: messageFields(schema).filter(({ message }) => deprecatedFields(message).length > 0),
    };
    known.set(schema, places);
  }
  return places;
}

function collect(schema: DescMessage, message: Message, used: Set<DescField>): void {
  const { deprecated, inner } = placesOf(schema);
  for (const field of deprecated) if (isFieldSet(message, field)) used.add(field);
  for (const field of inner) {
    const held = heldBy(field, message);
    for (const each of Array.isArray(held) ? held : held === undefined ? [] : [held])
      collect(field.message, each, used);
  }
}
