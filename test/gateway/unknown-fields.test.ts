/** Unknown content of a message is refused, never dropped, so that no part is cut from a keep-out zone. */
import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Code, createClient, type Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BadRequestSchema } from '../../gen/google/rpc/error_details_pb.js';
import { AdminService, ConvertPatternFileRequestSchema } from '../../gen/selvage/admin/v1/admin_pb.js';
import { FileService, LayoutFormat } from '../../gen/selvage/file/v1/file_pb.js';
import { NestRequestSchema, NestService, type Placement, PolylineSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { refusal } from './refusal.js';

let service: Embedded;
let transport: Transport;
const headers = () => ({ authorization: `Bearer ${service.key}` });
test.before(async () => {
  service = await openEmbedded();
  transport = createGrpcTransport({ baseUrl: service.url });
});
test.after(() => service.close());

const square = (side: number) => ({
  points: [
    { x: 0, y: 0 },
    { x: side, y: 0 },
    { x: side, y: side },
    { x: 0, y: side },
  ],
});

/** A message with a field number that its type lacks. */
function withField<D extends DescMessage>(schema: D, init: MessageInitShape<D>, number: number, bytes: Uint8Array) {
  const field = new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(bytes).finish();
  return fromBinary(schema, new Uint8Array([...toBinary(schema, create(schema, init)), ...field]));
}

const violations = async (call: Parameters<typeof refusal>[0]) => {
  const error = await refusal(call);
  assert.is(error.code, Code.InvalidArgument);
  const [details] = error.findDetails(BadRequestSchema);
  return details!.fieldViolations.map(({ field, reason }) => `${field} ${reason}`);
};

test('a keep-out zone in the boundary, as older clients could send it, is refused over gRPC', async () => {
  const hole = toBinary(PolylineSchema, create(PolylineSchema, square(50)));
  const boundary = withField(PolylineSchema, square(100), 4, hole);
  const part = { ...square(20), holes: [withField(PolylineSchema, square(5), 7, new Uint8Array())] };
  const request = { polygons: [part], bins: [{ boundary: square(100) }, { boundary }] };
  const { nest } = createClient(NestService, transport);
  assert.equal(await violations(nest(request, { headers: headers() })), [
    'polygons[0].holes[0] UNKNOWN_KEY',
    'bins[1].boundary UNKNOWN_KEY',
  ]);
});

test('over Connect in JSON an unknown key is refused, by its name', async () => {
  const boundary = { ...square(100), holes: [square(50)] };
  const response = await fetch(`${service.url}/selvage.file.v1.FileService/WriteLayout`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ polygons: [square(10)], bins: [{ boundary }], format: 'LAYOUT_FORMAT_SVG' }),
  });
  assert.is(response.status, 400);
  const { code, message } = (await response.json()) as { code: string; message: string };
  assert.is(code, 'invalid_argument');
  assert.match(message, /"holes" is unknown/);
});

test('in the request itself, in lists, and in a member of a oneof', async () => {
  const { nest } = createClient(NestService, transport);
  const whole = withField(
    NestRequestSchema,
    { polygons: [square(10)], bins: [{ boundary: square(100) }] },
    900,
    hole(),
  );
  assert.equal(await violations(nest(whole, { headers: headers() })), [' UNKNOWN_KEY']);

  const { convertPatternFile } = createClient(AdminService, transport);
  const { field } = ConvertPatternFileRequestSchema;
  const dxf = withField(field.dxf!.message!, { text: '0\nEOF\n' }, 9, new Uint8Array());
  const file = { case: 'dxf', value: dxf } as never;
  assert.equal(await violations(convertPatternFile({ name: 'x', file }, { headers: headers() })), ['dxf UNKNOWN_KEY']);
});

const hole = () => toBinary(PolylineSchema, create(PolylineSchema, square(50)));

test('a placement without index, bin or rotation is refused, and not taken for 0, for files too', async () => {
  const { writeLayout } = createClient(FileService, transport);
  const layout = { polygons: [square(10)], bins: [{ boundary: square(100) }], format: LayoutFormat.SVG };
  const placements = [{ position: { x: 0, y: 0 } }];
  assert.equal(await violations(writeLayout({ ...layout, placements }, { headers: headers() })), [
    'placements[0].rotation REQUIRED',
    'placements[0].bin REQUIRED',
    'placements[0].index REQUIRED',
  ]);
  const all = [{ position: { x: 0, y: 0 }, rotation: 0, bin: 0, index: 0 }];
  const { file } = await writeLayout({ ...layout, placements: all }, { headers: headers() });
  assert.ok(file.length > 0);
  const beyond = [{ position: { x: 0, y: 0 }, rotation: 0, bin: -1, index: 1 }];
  assert.equal(await violations(writeLayout({ ...layout, placements: beyond }, { headers: headers() })), [
    'placements[0].index OUT_OF_RANGE',
    'placements[0].bin OUT_OF_RANGE',
  ]);
});

test('placements of an answer can be sent unchanged', async () => {
  const { nest } = createClient(NestService, transport);
  const request = { polygons: [square(10), square(10)], bins: [{ boundary: square(100) }], maximumExecutionTime: 1 };
  const solved = async (more: object) => {
    let placements: Placement[] = [];
    for await (const { event } of nest({ ...request, ...more }, { headers: headers() }))
      if (event?.event.case === 'solution') placements = event.event.value.placements;
    return placements;
  };
  const placements = await solved({});
  assert.equal(
    placements.map(({ index }) => index),
    [0, 1],
  );
  assert.equal(await solved({ locked: placements }), placements);
  assert.is((await solved({ warmStart: placements })).length, 2);
});

test.run();
