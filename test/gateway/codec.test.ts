import type { DescMessage } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferMeasurementsRequest } from '../../gateway/json/body.js';
import type { MessageCodec } from '../../gateway/json/codec.js';
import { encodeNestEvent, nestPatternsRequest, nestRequest } from '../../gateway/json/nest.js';
import { draftPatternRequest, patternData } from '../../gateway/json/pattern.js';
import { Reading } from '../../gateway/json/reading.js';
import { NestEventSchema, type NestRequest, NestStatus } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternDataSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { parseJson } from '../../src/json/parse.js';

function read<D extends DescMessage>(codec: MessageCodec<D>, body: unknown, nullMeansAbsent = true) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reading = new Reading({ nullMeansAbsent });
  const message = codec.decode(parseJson(Buffer.from(text)), '', reading);
  return { message, problems: reading.problems, paths: reading.problems.map(({ path }) => path) };
}

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
];

test('reads a nest request with every key', () => {
  const body = {
    polygons: [
      {
        id: 'a',
        origin: [1, 2],
        points: square,
        holes: [{ id: '', origin: null, points: square }],
        allowedRotations: [45],
        quantity: 2,
        mirror: true,
        priority: 3,
        spacing: 4,
        directionGroup: 'front',
        rotationTolerance: 1.5,
        quality: 2,
        zones: [{ boundary: { id: 'z', origin: null, points: square }, quality: 3 }],
        matchPoints: [{ name: 'notch', at: [3, 4] }],
        foldLine: [
          [0, 0],
          [1, 0],
        ],
        open: false,
      },
      { points: square },
    ],
    bins: [
      {
        boundary: { points: square },
        holes: [{ points: square }],
        cellWidth: 5,
        cellHeight: 6,
        cost: 2,
        costPerLength: 0.5,
      },
    ],
    serverId: 'fast',
    instances: 2.0,
    minDistance: 0,
    curveTolerance: 0.5,
    matchingType: 'vertical',
    gravityDirection: 'left',
    xSteps: 3,
    ySteps: 4,
    allowedRotations: [0, 90],
    optimization: { type: 'area', params: { paperWidth: 1, paperHeight: 2 } },
    populationSize: 20,
    mutationRate: 0.2,
    reportInterval: -1,
    maximumExecutionTime: 5,
    edgeDistance: 1,
    seed: 9007199254740991,
    workLimit: 7,
    keepSeconds: 60,
    locked: [{ id: '', position: [1, 2], rotation: 30, bin: 0, index: 1, mirrored: true }],
    warmStart: [{ id: 'x', position: [0, 0], rotation: 0, bin: 0, index: 0, mirrored: false }],
    targetUtilisation: 0.8,
    rotationTolerance: 2,
    remnants: { leastWidth: 3, leastArea: 7 },
    fabric: { repeatX: 10, repeatY: 20, offsetX: 1, offsetY: 2, matchTolerance: 0.5, form: 'tubular' },
    match: [{ name: 'side', points: [{ index: 0, point: 'notch' }], axis: 'y', phase: 3 }],
  };
  const { message, problems } = read(nestRequest, body);
  assert.equal(problems, []);
  const request = message as NestRequest;
  assert.is(request.polygons[0]!.origin!.y, 2);
  assert.is(request.polygons[1]!.origin, undefined);
  assert.is(request.seed, 9007199254740991n);
  assert.equal(nestRequest.encode(request), {
    ...body,
    polygons: [
      body.polygons[0],
      {
        id: '',
        origin: null,
        points: square,
        holes: [],
        allowedRotations: [],
        directionGroup: '',
        zones: [],
        matchPoints: [],
        foldLine: [],
      },
    ],
    bins: [
      {
        ...body.bins[0],
        boundary: { id: '', origin: null, points: square },
        holes: [{ id: '', origin: null, points: square }],
        zones: [],
      },
    ],
  });
});

test('takes null for not sent, but not for a required key', () => {
  const { problems, message } = read(nestRequest, {
    polygons: [{ id: null, origin: null, points: square }],
    bins: [],
    instances: null,
    seed: null,
  });
  assert.equal(problems, []);
  assert.is(message!.instances, undefined);
  assert.equal(read(nestRequest, { polygons: null, bins: [] }).problems[0]!.message, 'polygons is required');
});

test('a hundred thousand wrong keys get no suggestions', () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `height${i}${'x'.repeat(50)}`);
  const body = Object.fromEntries(names.map((name) => [name, 1]));
  const { problems } = read(inferMeasurementsRequest, body, false);
  assert.is(problems.length, 200);
});

test('names every wrong field at once, with the nearest known key', () => {
  const { problems, paths } = read(nestRequest, {
    polygons: [{ points: square }, { points: [[0, 0], [1, '2'], [1], 7] }, 'x'],
    bins: [{ boundary: { points: square, idd: 'a' } }, {}],
    instnces: 1,
    serverId: 'quick',
    xSteps: 1.5,
    ySteps: '12',
    mutationRate: true,
    optimization: { params: { paperwidth: 3 } },
  });
  assert.equal(paths, [
    'polygons[1].points[1]',
    'polygons[1].points[2]',
    'polygons[1].points[3]',
    'polygons[2]',
    'bins[0].boundary.idd',
    'bins[1].boundary',
    'instnces',
    'serverId',
    'xSteps',
    'ySteps',
    'mutationRate',
    'optimization.params.paperwidth',
  ]);
  const messageAt = (path: string) => problems.find((problem) => problem.path === path)!.message;
  assert.match(messageAt('instnces'), /did you mean "instances"/);
  assert.match(messageAt('optimization.params.paperwidth'), /did you mean "paperWidth"/);
  assert.match(messageAt('serverId'), /"quick".*"slow", "fast"/);
  assert.match(messageAt('xSteps'), /1\.5.*integer/);
  assert.match(messageAt('ySteps'), /"12".*integer/);
});

test('an overflowing number is an invalid value of its field', () => {
  const { problems } = read(
    nestRequest,
    '{"polygons":[{"points":[[0,0],[1e999,0],[1,1]]}],"bins":[],"minDistance":1e999,"xSteps":-1e999}',
  );
  assert.equal(
    problems.map(({ path, code }) => [path, code]),
    [
      ['polygons[0].points[1]', 'not_finite'],
      ['minDistance', 'not_finite'],
      ['xSteps', 'not_finite'],
    ],
  );
});

test('an integer that a double cannot hold exactly is refused rather than changed', () => {
  assert.equal(read(nestRequest, '{"polygons":[],"bins":[],"seed":9007199254740993}').paths, ['seed']);
});

test('a few problems stand for a million wrong points', () => {
  const { problems } = read(nestRequest, {
    polygons: [{ points: Array.from({ length: 90_000 }, () => [0, 'x']) }],
    bins: [],
  });
  assert.ok(problems.length > 0 && problems.length <= 1000);
});

test('a list that is too long is refused without looking at its items', () => {
  const { problems } = read(nestRequest, { polygons: Array.from({ length: 10_001 }, () => 0), bins: [] });
  assert.equal(
    problems.map(({ path, code }) => [path, code]),
    [['polygons', 'too_many']],
  );
});

test('in a body request null and strings are not measurements, and the alias is known', () => {
  const { paths } = read(
    inferMeasurementsRequest,
    { gender: 'female', unit: 'metric', height: null, weight: '60', hipGrith: 90 },
    false,
  );
  assert.equal(paths, ['height', 'weight', 'hipGrith']);
  const { message } = read(
    inferMeasurementsRequest,
    { gender: 'male', unit: 'imperial', nackSideToWaistBack: 17, neckSideToWaistBack: 18 },
    false,
  );
  assert.is(message!.nackSideToWaistBack, 17);
  assert.is(message!.neckSideToWaistBack, 18);
});

test('variables are numbers, strings or booleans of any name', () => {
  const { message, problems } = read(draftPatternRequest, '{"variables":{"constructor":1,"b":"x","c":false,"d":null}}');
  assert.equal(problems, []);
  assert.equal(Object.keys(message!.variables), ['constructor', 'b', 'c']);
  assert.equal(read(draftPatternRequest, { variables: { a: [1] } }).paths, ['variables.a']);
  assert.equal(read(draftPatternRequest, { format: 'svg', versionId: 7 }).paths, ['format', 'versionId']);
});

test('markers take every key of nest but polygons and match, which the drafts bring', () => {
  const known = new Set(nestPatternsRequest.fields.keys());
  for (const key of nestRequest.fields.keys()) assert.is(known.has(key), !['polygons', 'match'].includes(key), key);
  assert.equal(read(nestPatternsRequest, { patterns: [{ patternId: 7 }], bins: [], polygons: [] }).paths, [
    'patterns[0].patternId',
    'polygons',
  ]);
});

test('an event is written whole: zeros, empty arrays, both spellings of the position', () => {
  const line = (event: Parameters<typeof create<typeof NestEventSchema>>[1]) =>
    encodeNestEvent(create(NestEventSchema, event));
  assert.equal(
    line({ jobId: 'j', seq: 1, event: { case: 'progress', value: { status: NestStatus.QUEUED, queuedPosition: 3 } } }),
    {
      type: 'progress',
      status: 'queued',
      generation: 0,
      tested: 0,
      elapsedSeconds: 0,
      queuedPosition: 3,
      queued_position: 3,
      jobId: 'j',
      seq: 1,
    },
  );
  assert.equal(line({ jobId: 'j', seq: 2, event: { case: 'solution', value: { usage: {} } } }), {
    type: 'solution',
    fitness: 0,
    usage: { width: 0, length: 0, area: 0, partArea: 0, sheets: [] },
    placements: [],
    unplaced: [],
    unplacedIndices: [],
    generation: 0,
    tested: 0,
    elapsedSeconds: 0,
    utilisation: 0,
    jobId: 'j',
    seq: 2,
  });
});

test('a piece is written with null for the lines that it lacks', () => {
  const piece = { id: 'a', name: 'A', boundary: [{ x: 0, y: 0 }], holes: [{ points: [{ x: 1, y: 1 }], kind: '' }] };
  const [written] = patternData.encode(create(PatternDataSchema, { pieces: [piece] })).pieces as Record<
    string,
    unknown
  >[];
  assert.equal(written, {
    id: 'a',
    name: 'A',
    boundary: [[0, 0]],
    seamLine: null,
    seamAllowance: 0,
    grainline: null,
    notches: [],
    drillHoles: [],
    holes: [[[1, 1]]],
    internalLines: [],
    texts: [],
    fasteners: [],
    foldLine: null,
    quantity: 0,
    mirrored: false,
    material: '',
    grainlineReason: '',
    edges: [],
  });
});

test('decoding never throws, and accepted values are written as they were sent', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.constantFrom<unknown>(null, true, 0, 1.5, -3, 'slow', '', 'x'),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(
      fc.constantFrom(...nestRequest.fields.keys(), 'points', 'id', 'boundary', 'zzz'),
      tie('any'),
      { maxKeys: 4 },
    ),
  }));
  fc.assert(
    fc.property(value.object, (body) => {
      const { message, problems } = read(nestRequest, body);
      if (problems.length > 0) return;
      const again = read(nestRequest, nestRequest.encode(message!));
      assert.equal(again.problems, []);
      assert.equal(again.message, message);
    }),
    { numRuns: 1000 },
  );
});

test.run();
