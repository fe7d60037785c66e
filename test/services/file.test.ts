/** FileService as a client uses it: over gRPC, and as plain HTTP with JSON. */
import { readFileSync } from 'node:fs';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BadRequestSchema } from '../../gen/google/rpc/error_details_pb.js';
import {
  DrawingFormat,
  FileService,
  LayoutFormat,
  LayoutLengths,
  LayoutPage,
} from '../../gen/selvage/file/v1/file_pb.js';
import { FabricForm } from '../../gen/selvage/nest/v1/nest_pb.js';
import { packageRoot } from '../cli/readme.js';
import { type Served, serve, temporaryFolder } from '../cli/run-selvage.js';
import { dxfSource, entity, square } from '../drawing/dxf-source.js';

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
});
test.after(async () => {
  await service.stop();
});

const client = () =>
  createClient(
    FileService,
    createGrpcTransport({
      baseUrl: service.url,
      interceptors: [
        (next) => (request) => {
          request.header.set('authorization', `Bearer ${service.apiKey}`);
          return next(request);
        },
      ],
    }),
  );
const drawing = readFileSync(`${packageRoot}examples/parts.svg`, 'utf8');
const corners = (side: number) => [
  { x: 0, y: 0 },
  { x: side, y: 0 },
  { x: side, y: side },
  { x: 0, y: side },
];
const layout = {
  polygons: [
    { id: 'a', points: corners(10), holes: [{ points: corners(2).map(({ x, y }) => ({ x: x + 3, y: y + 3 })) }] },
  ],
  bins: [{ boundary: { points: corners(100) } }],
  placements: [{ id: 'a', index: 0, bin: 0, position: { x: 5, y: 5 }, rotation: 0 }],
};

test('a report is written in inches; other files have no lengths to show', async () => {
  const report = async (lengths?: LayoutLengths): Promise<string> => {
    const request = { ...layout, unitMm: 25.4, format: LayoutFormat.HTML, ...(lengths !== undefined && { lengths }) };
    return Buffer.from((await client().writeLayout(request)).file).toString();
  };
  assert.match(await report(LayoutLengths.INCHES), '<dt>Width</dt><dd>100.00 in</dd>');
  assert.match(await report(LayoutLengths.METRIC), '<dt>Width</dt><dd>2.54 m</dd>');
  assert.is(await report(), await report(LayoutLengths.METRIC));
  try {
    await client().writeLayout({ ...layout, format: LayoutFormat.SVG, lengths: LayoutLengths.INCHES });
    assert.unreachable();
  } catch (error) {
    assert.is((error as ConnectError).code, Code.InvalidArgument);
    assert.match(
      (error as ConnectError).message,
      'lengths applies to the format pdf, dxf, html; the request asks for svg',
    );
  }
});

test('a drawing becomes polygons for a nest request', async () => {
  const { polygons, bins, notes } = await client().readParts({ file: drawing, format: DrawingFormat.SVG });
  assert.equal(polygons.map(({ id }) => id).sort(), ['elbow', 'gusset', 'heart', 'strap', 'tag', 'washer']);
  assert.is(polygons.find(({ id }) => id === 'washer')!.holes.length, 1);
  assert.equal(bins, []);
  assert.equal(notes, []);
});

test('the notes name the omissions of a drawing; a request can name a size of a graded file', async () => {
  const label = (content: string) => entity('TEXT', [8, '1'], [10, 0], [20, 0], [40, 5], [1, content]);
  const piece = (size: string, side: number) => [
    ...square(side, 0, 0, [8, '1']),
    ...label('Piece Name: Front'),
    ...label(`Size: ${size}`),
  ];
  const graded = dxfSource(entity('HATCH'), { blocks: { S: piece('S', 50), M: piece('M', 60) } });
  const read = async (size?: string) => {
    const request = { file: graded, format: DrawingFormat.DXF, ...(size !== undefined && { size }) };
    const { polygons, notes } = await client().readParts(request);
    return [polygons.map(({ id, points }) => `${id} ${Math.max(...points.map(({ x }) => x))}`), notes.at(-1)];
  };
  const leftOut = 'left out: 1 HATCH outside the pieces';
  assert.equal(await read(), [['Front 50'], leftOut]);
  assert.equal(await read('M'), [['Front 60'], leftOut]);
  assert.equal(await read('all'), [['Front S 50', 'Front M 60'], leftOut]);
  try {
    await read('XL');
    assert.unreachable();
  } catch (error) {
    assert.is((error as ConnectError).code, Code.InvalidArgument);
    assert.match((error as ConnectError).message, /size: the file has the sizes S, M/);
  }
  const pixels = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="72" height="72"/></svg>';
  const { polygons } = await client().readParts({ file: pixels, format: DrawingFormat.SVG, unitMm: 25.4 / 72 });
  assert.ok(Math.abs(polygons[0]!.points[2]!.x - 25.4) < 1e-9);
});

test('a layout becomes a file in every format', async () => {
  const begins: [LayoutFormat, RegExp][] = [
    [LayoutFormat.SVG, /^<\?xml/],
    [LayoutFormat.PNG, /^.PNG/],
    [LayoutFormat.PDF, /^%PDF/],
    [LayoutFormat.DXF, /^ {2}0\r\nSECTION/],
    [LayoutFormat.PLT, /^IN;/],
    [LayoutFormat.HTML, /^<!doctype html>/],
    [LayoutFormat.JSON, /"partArea": 96/],
  ];
  for (const [format, beginning] of begins) {
    const { file, mediaType } = await client().writeLayout({ ...layout, format });
    assert.match(Buffer.from(file).toString('latin1'), beginning);
    assert.match(mediaType, '/');
  }
});

test('a layout on cloth: the pattern and the fold in the picture, pieces and seams in the report', async () => {
  const fabric = { form: FabricForm.FOLDED, repeatX: 4, offsetX: 1 };
  const matches = [{ name: 'side', x: 0.25 }];
  const write = async (format: LayoutFormat, more: object = {}) =>
    Buffer.from((await client().writeLayout({ ...layout, format, ...more })).file).toString();
  const picture = await write(LayoutFormat.SVG, { fabric });
  for (const layer of ['stripes', 'folds']) assert.match(picture, `<g id="${layer}">`);
  assert.not.match(await write(LayoutFormat.SVG), /stripes|folds/);
  const report = JSON.parse(await write(LayoutFormat.JSON, { fabric, matches }));
  assert.equal(report.parts, { placed: 1, unplaced: 0, pieces: 2 });
  assert.equal(report.repeat, { x: 4, y: null });
  assert.equal(report.matches, matches);
});

test('other formats refuse the paper and scale of a PDF, and a title that they cannot show', async () => {
  const write = async (options: object) => {
    const { file } = await client().writeLayout({ ...layout, format: LayoutFormat.PDF, ...options });
    return file;
  };
  const widthOf = async (options: object): Promise<number> =>
    Math.round((await PDFDocument.load(await write(options))).getPage(0).getWidth());
  const [full, tiled, larger] = [
    await widthOf({}),
    await widthOf({ page: LayoutPage.A4 }),
    await widthOf({ scale: 4 }),
  ];
  assert.is(tiled, 595);
  assert.ok(full < tiled && tiled < larger, `${full}, ${larger}`);
  assert.match(Buffer.from(await write({ title: 'Linen set', format: LayoutFormat.SVG })).toString(), 'Linen set');

  const options = { title: 'Linen set', page: LayoutPage.A4, scale: 0.5 };
  const refused: [LayoutFormat, string[]][] = [
    [LayoutFormat.SVG, ['page', 'scale']],
    [LayoutFormat.HTML, ['page', 'scale']],
    [LayoutFormat.DXF, ['title', 'page', 'scale']],
    [LayoutFormat.PLT, ['title', 'page', 'scale']],
    [LayoutFormat.JSON, ['title', 'page', 'scale']],
  ];
  for (const [format, fields] of refused) {
    const error = await write({ ...options, format }).then(() => assert.unreachable(), ConnectError.from);
    const told = (error as ConnectError)
      .findDetails(BadRequestSchema)
      .flatMap(({ fieldViolations }) => fieldViolations);
    assert.equal(
      told.map(({ field, reason }) => [field, reason]),
      fields.map((field) => [field, 'OTHER_FORMAT']),
      LayoutFormat[format],
    );
  }
});

test('a cutter changes the cuts, their picture and their time, and is refused where no cut shows', async () => {
  const write = (options: object) => client().writeLayout({ ...layout, ...options });
  const report = async (cutter?: object): Promise<{ length: number; seconds: number | null }> => {
    const { file } = await write({ format: LayoutFormat.JSON, ...(cutter && { cutter }) });
    return JSON.parse(Buffer.from(file).toString()).cutting;
  };
  const [plain, wide, timed] = [await report(), await report({ kerfMm: 1 }), await report({ feedMmPerSecond: 24 })];
  assert.is(plain.length, 48);
  assert.is(plain.seconds, null);
  // the outline grows by half a kerf on each side, the opening shrinks by it
  assert.ok(wide.length > 48 - 4 + 3 && wide.length < 48 - 4 + 4.01, `${wide.length}`);
  assert.ok(timed.seconds! > 2);
  const { notes } = await write({ format: LayoutFormat.PLT, cutter: { kerfMm: 3 } });
  assert.equal(notes, ['not cut, because the kerf of 3 mm fills them: openings of a']);
  const picture = async (options: object): Promise<string> =>
    Buffer.from((await write({ format: LayoutFormat.SVG, ...options })).file).toString();
  assert.not.match(await picture({}), 'id="ways"');
  assert.match(await picture({ cutter: {} }), 'id="ways"');
  for (const refused of [
    { format: LayoutFormat.PDF, cutter: {} },
    { format: LayoutFormat.PLT, cutter: { startSeconds: 1 } },
    { format: LayoutFormat.PLT, cutter: { kerfMm: -1 } },
  ]) {
    const error = await write(refused).then(() => assert.unreachable(), ConnectError.from);
    const [told] = (error as ConnectError).findDetails(BadRequestSchema);
    assert.match(told!.fieldViolations[0]!.field, /^cutter/);
  }
});

test('the used sheets bring the rests into the pictures, and the report tells the density on plain cloth', async () => {
  const rest = { boundary: { points: corners(40).map(({ x, y }) => ({ x: x + 50, y: y + 50 })) } };
  const sheets = [{ bin: 0, remnants: [rest] }];
  const write = async (format: LayoutFormat, options: object = { sheets }): Promise<string> =>
    Buffer.from((await client().writeLayout({ ...layout, format, ...options })).file).toString();
  const layer = /<g id="remnants">([\s\S]*?)<\/g>/;
  assert.match(layer.exec(await write(LayoutFormat.SVG))![1]!, /dasharray[\s\S]*>rest</);
  assert.not.match(await write(LayoutFormat.SVG, {}), 'remnants');
  const marked = { boundary: layout.bins[0]!.boundary, holes: [rest.boundary], zones: [{ ...rest, quality: 2 }] };
  const layers = [...(await write(LayoutFormat.SVG, { sheets, bins: [marked] })).matchAll(/<g id="([a-z]+)">/g)];
  assert.equal(
    layers.map(([, name]) => name).filter((name) => ['remnants', 'zones', 'holes'].includes(name!)),
    ['remnants', 'zones', 'holes'],
    'a rest hides neither its zones nor its keep-outs',
  );
  assert.match(layer.exec(await write(LayoutFormat.HTML))![1]!, />rest</);
  const density = (options: object) => write(LayoutFormat.HTML, options);
  assert.match(await density({ plainUtilisation: 0.806 }), '<dt>Utilisation on plain cloth</dt><dd>80.6 %</dd>');
  assert.not.match(await density({}), 'plain cloth');
  const report = JSON.parse(await write(LayoutFormat.JSON, { plainUtilisation: 0.5 }));
  assert.is(report.plainUtilisation, 0.5);
  for (const [options, field] of [
    [{ sheets: [{ bin: 1 }] }, 'sheets[0].bin'],
    [{ sheets: [{ bin: 0, remnants: [{ boundary: { points: [] } }] }] }, 'sheets[0].remnants[0].boundary'],
    [
      { sheets: [{ bin: 0, remnants: [{ ...rest, holes: [{ points: [{ x: Number.NaN, y: 0 }] }] }] }] },
      'sheets[0].remnants[0].holes[0].points[0]',
    ],
    [{ plainUtilisation: 2 }, 'plainUtilisation'],
  ] as const) {
    const error = await write(LayoutFormat.SVG, options).then(() => assert.unreachable(), ConnectError.from);
    const [told] = (error as ConnectError).findDetails(BadRequestSchema);
    assert.ok(
      told!.fieldViolations.some((each) => each.field.startsWith(field)),
      JSON.stringify(told!.fieldViolations),
    );
  }
});

test('unreadable files and impossible placements are refused by field', async () => {
  const refused = async (call: Promise<unknown>, sentence: RegExp): Promise<void> => {
    const error = await call.then(() => assert.unreachable(), ConnectError.from);
    assert.is((error as ConnectError).code, Code.InvalidArgument);
    assert.match((error as ConnectError).rawMessage, sentence);
  };
  await refused(client().readParts({ file: '<svg/>', format: DrawingFormat.SVG }), /no closed outline/);
  await refused(client().readParts({ file: 'x' }), /format/);
  const elsewhere = [{ ...layout.placements[0]!, index: 3 }];
  await refused(
    client().writeLayout({ ...layout, placements: elsewhere, format: LayoutFormat.SVG }),
    /placements\[0\]/,
  );
});

test('coordinates that no layout has are refused by field, and the largest ones are drawn', async () => {
  const far = (x: number) => corners(10).map((point, i) => (i === 1 ? { x, y: 0 } : point));
  const wide = (x: number, rest: object = {}) => ({
    ...layout,
    polygons: [{ id: 'wide', points: far(x) }],
    bins: [{ boundary: { points: far(x) } }],
    format: LayoutFormat.SVG,
    ...rest,
  });
  const error = await client()
    .writeLayout(wide(1e16, { placements: [{ ...layout.placements[0]!, position: { x: 0, y: -1e16 } }] }))
    .then(() => assert.unreachable(), ConnectError.from);
  const [told] = (error as ConnectError).findDetails(BadRequestSchema);
  assert.equal(
    told!.fieldViolations.map(({ field }) => field),
    ['placements[0].position', 'polygons[0].points[1]', 'bins[0].boundary.points[1]'],
  );
  assert.match((error as ConnectError).rawMessage, /must be two numbers from -1e15 to 1e15/);
  const { file } = await client().writeLayout(wide(1e15));
  assert.match(Buffer.from(file).toString(), '<svg');
});

test('plain HTTP with JSON does the same', async () => {
  const answer = await fetch(`${service.url}/selvage.file.v1.FileService/ReadParts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file: drawing, format: 'DRAWING_FORMAT_SVG' }),
  });
  assert.is(answer.status, 200);
  assert.is(((await answer.json()) as { polygons: unknown[] }).polygons.length, 6);
});

test.run();
