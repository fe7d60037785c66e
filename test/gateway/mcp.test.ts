/** The tools for agents over streamable HTTP, called by the client of the official SDK. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { box, rectangle } from '../lays/box-order.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem, caller } from './open.js';
import { sheetOf, square } from './square.js';

let service: Embedded;
let agent: Client;
const faults: Error[] = [];

test.before(async () => {
  service = await openEmbedded();
  agent = await connect(service.key);
});
test.after(async () => {
  await agent.close();
  await service.close();
});

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  client.onerror = (error) => faults.push(error);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit });
  // the transport's types and those of the client differ in an optional member
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** The members of answers that the tests read. */
interface Answer {
  readonly isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly structuredContent: any;
  readonly content: readonly {
    readonly type: string;
    readonly uri?: string;
    readonly data?: string;
    readonly resource?: {
      readonly uri: string;
      readonly mimeType: string;
      readonly text?: string;
      readonly blob?: string;
    };
  }[];
}

const call = async (
  name: string,
  input: object = {},
  options: Parameters<Client['callTool']>[2] = {},
  client = agent,
): Promise<Answer> =>
  (await client.callTool({ name, arguments: { ...input } }, undefined, options)) as unknown as Answer;

const marker = { polygons: [{ ...square, quantity: 4 }], bins: [sheetOf(100)], minDistance: 1 };

test('tools say which of them read, end or cost something, and describe their arguments', async () => {
  const { tools } = await agent.listTools();
  const named = (chosen: (tool: (typeof tools)[number]) => unknown) =>
    tools
      .filter(chosen)
      .map(({ name }) => name)
      .sort();
  assert.equal(
    named(({ annotations }) => !annotations?.readOnlyHint),
    ['cancel_lays', 'cancel_nest', 'create_size_table', 'nest', 'nest_patterns', 'plan_lays'],
  );
  assert.equal(
    named(({ annotations }) => annotations?.destructiveHint),
    ['cancel_lays', 'cancel_nest'],
  );
  assert.equal(
    named(({ _meta }) => _meta?.['selvage/costly']),
    ['nest', 'nest_patterns', 'plan_lays'],
  );
  assert.equal(
    named(({ annotations }) => annotations?.openWorldHint),
    [],
  );
  assert.ok(JSON.stringify({ tools }).length < 25_000, 'an agent pays for every character at every start');
});

test('the list names every field and every choice of each tool, and describe_tool tells the rest', async () => {
  const { tools } = await agent.listTools();
  const ofNest = JSON.stringify(tools.find(({ name }) => name === 'nest'));
  for (const { name, description, inputSchema } of tools.filter((each) => each.name !== 'describe_tool')) {
    assert.ok(description, name);
    assert.is(inputSchema.type, 'object');
    const { inputSchema: full, description: long } = (await call('describe_tool', { name })).structuredContent;
    assert.ok(long.startsWith(description!.split('\n')[0]!), name);
    const shown = `${description} ${JSON.stringify(inputSchema)} ${/: as in nest/.test(description!) ? ofNest : ''}`;
    for (const schema of [full, ...Object.values(full.$defs ?? {})]) {
      const fields = Object.entries(schema.properties as Record<string, { deprecated?: true; enum?: string[] }>);
      const isBody = fields.length > 50 && name !== 'infer_measurements';
      for (const [field, { deprecated, enum: words = [] }] of isBody ? [] : fields) {
        if (!deprecated) for (const word of [field, ...words]) assert.ok(shown.includes(word), `${name}: ${word}`);
      }
    }
    for (const [, reference] of JSON.stringify(full).matchAll(/"#\/([^"]+)"/g)) {
      const [place, held] = reference!.split('/');
      assert.is(place, '$defs');
      assert.ok(held! in full.$defs, `${name}: ${held}`);
    }
  }
  const { structuredContent: nest } = await call('describe_tool', { name: 'nest' });
  assert.match(nest.inputSchema.properties.gravityDirection.description, '`left`');
  assert.is(nest.inputSchema.$defs.Polygon.properties.quantity.minimum, 1);
  const wrong = await call('describe_tool', { name: 'sew' });
  assert.equal([wrong.isError, wrong.structuredContent.code], [true, 'unknown_value']);
});

test('the short schemas accept what the tools accept, and refuse unknown fields', async () => {
  const { tools } = await agent.listTools();
  const ajv = new Ajv2020({ strict: false });
  const patternId = '00000000-0000-4000-8000-000000000000';
  const person = { gender: 'female', unit: 'metric', height: 168, population: 'team', taken: { waistGirth: 'navel' } };
  const inputs: Record<string, object> = {
    infer_measurements: person,
    draft_pattern: { patternId, body: person, format: 'pdf', pdf: { page: 'a4' } },
    nest: { ...marker, optimization: { type: 'length' }, allowedRotations: [0, 90], locked: [] },
    plan_lays: { ...box, lines: [{ quantity: 4, parts: [{ points: rectangle }] }], table: { length: 1200, plies: 2 } },
    get_nest_job: { jobId: patternId },
    describe_tool: { name: 'nest' },
  };
  for (const [name, input] of Object.entries(inputs)) {
    const accepts = ajv.compile(tools.find((each) => each.name === name)!.inputSchema);
    assert.ok(accepts(input), `${name}: ${JSON.stringify(accepts.errors)}`);
    assert.not.ok(accepts({ ...input, nosuch: 'x' }), name);
  }
});

test('measurements are completed, and a failure names each wrong field', async () => {
  const good = await call('infer_measurements', { gender: 'female', unit: 'metric', height: 168, weight: 62 });
  assert.is(good.structuredContent.fields.height.source, 'input');
  const rest = await service.request('POST', '/api/v1/bodydbl', {
    ...{ gender: 'female', unit: 'metric', height: 168, weight: 62 },
  });
  assert.equal(good.structuredContent, rest.json);

  const wrong = await call('infer_measurements', { gender: 'x', unit: 'metric', height: '168', hight: 1 });
  assert.ok(wrong.isError);
  const paths = wrong.structuredContent.errors.map(({ path }: { path: string }) => path).sort();
  assert.equal(paths, ['gender', 'height', 'hight']);
  const refused = await call('nest', { ...marker, minDistance: -1 });
  assert.ok(refused.isError);
  assert.is(refused.structuredContent.errors[0].path, 'minDistance');
});

test('a pattern is found, looked at, and drafted to every format', async () => {
  const { structuredContent: page } = await call('list_patterns', { pageSize: 1 });
  assert.is(page.patterns.length, 1);
  const [{ patternId, name }] = page.patterns;
  const { structuredContent: pattern, content } = await call('get_pattern', { patternId });
  assert.ok(pattern.variables.length > 0);
  const { uri } = content.find(({ type }) => type === 'resource_link')!;
  const { resources } = await agent.listResources();
  assert.is(resources.find((resource) => resource.uri === uri)?.name, name);
  const { contents } = await agent.readResource({ uri: uri! });
  assert.match((contents[0] as { text: string }).text, '<svg');
  await agent.readResource({ uri: 'selvage://jobs/x/layout.svg' }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'No resource'),
  );

  for (const [format, beginning] of [
    ['svg', '<?xml'],
    ['dxf', '0'],
    ['pdf', '%PDF'],
    ['json', '{"name"'],
  ] as const) {
    const draft = await call('draft_pattern', { patternId, format });
    assert.is(draft.structuredContent.patternVersionNumber, pattern.latestVersionNumber);
    const { resource } = draft.content.find(({ type }) => type === 'resource')!;
    const text = resource!.text ?? Buffer.from(resource!.blob!, 'base64').toString('latin1');
    assert.ok(text.trimStart().startsWith(beginning), `${format}: ${text.slice(0, 40)}`);
  }
  assert.is((await call('draft_pattern', { patternId: square.id })).structuredContent.code, 'not_found');

  const { structuredContent: tables } = await call('list_size_tables', { pageSize: 1 });
  const [{ tableId, sizes }] = tables.tables;
  const order = { patternId, table: tableId, from: sizes[0].name, to: sizes[1].name };
  const graded = await call('draft_sizes', { ...order, format: 'csv' });
  assert.is(graded.content.find(({ type }) => type === 'resource')?.resource?.mimeType, 'text/csv');
  const geometry = await call('draft_sizes', { ...order, format: 'json' });
  assert.is(JSON.parse(geometry.content[1]!.resource!.text!).sizes.length, 2);
});

test('a nest tells its progress and answers with the best layout, its picture, and files of it', async () => {
  const steps: Progress[] = [];
  const onprogress = (progress: Progress) => steps.push(progress);
  const nested = await call('nest', { ...marker, maximumExecutionTime: 1 }, { onprogress });
  const { jobId, best } = nested.structuredContent;
  assert.is(best.placements.length, 4);
  assert.ok(steps.length >= 3);
  for (const [i, { progress }] of steps.entries()) assert.ok(i === 0 || progress > steps[i - 1]!.progress);
  assert.ok(steps.some(({ message }) => /^4 of 4 parts, utilisation [\d.]+ % of /.test(message!)));
  const { resource } = nested.content.find(({ type }) => type === 'resource')!;
  assert.is(resource!.uri, `selvage://jobs/${jobId}/layout.svg`);
  assert.match(resource!.text!, '<svg');

  const again = await call('resume_nest', { jobId });
  assert.equal(again.structuredContent.best, best);
  const { structuredContent: found } = await call('get_nest_job', { jobId });
  assert.is(found.job.state, 'ended');
  const layout = { polygons: marker.polygons, bins: marker.bins, placements: best.placements };
  const png = await call('write_layout', { ...layout, format: 'png' });
  assert.is(Buffer.from(png.content[1]!.data!, 'base64').toString('latin1', 1, 4), 'PNG');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="40" height="20"/></svg>';
  const { structuredContent: read } = await call('read_parts', { file: svg, format: 'svg', unitMm: 1 });
  assert.is(read.polygons.length, 1);
});

test('patterns are nested and lays planned', async () => {
  const { structuredContent: page } = await call('list_patterns', { pageSize: 1 });
  const [{ patternId }] = page.patterns;
  const cloth = {
    points: [
      [0, 0],
      [5000, 0],
      [5000, 1500],
      [0, 1500],
    ],
  };
  const settings = { minDistance: 3, maximumExecutionTime: 1, gravityDirection: 'left' };
  const garment = await call('nest_patterns', { patterns: [{ patternId }], bins: [{ boundary: cloth }], ...settings });
  assert.ok(garment.structuredContent.best.placements.length > 3);
  assert.match(garment.content.find(({ type }) => type === 'resource')!.resource!.text!, '<svg');

  const plan = await call('plan_lays', {
    ...box,
    lines: [{ name: 'box', quantity: 4, parts: [{ points: rectangle }] }],
    table: { length: 1200, plies: 2 },
    minDistance: 0,
  });
  assert.is(plan.structuredContent.plan.lines[0].cut, 4);
});

test('a cancelled call ends its job', async () => {
  const triangles = Array.from({ length: 40 }, (_, i) => ({
    id: `t${i}`,
    points: [
      [0, 0],
      [30 + i, 0],
      [7, 20 + (i % 9)],
    ],
  }));
  const aborted = new AbortController();
  const input = {
    ...{ polygons: triangles, bins: [sheetOf(400)], minDistance: 1 },
    // nobody but the cancellation ends this job within the test
    ...{ maximumExecutionTime: 25, keepSeconds: 3000 },
  };
  const onprogress = ({ message }: Progress) => {
    if (/parts/.test(message!)) aborted.abort('enough');
  };
  faults.length = 0;
  await call('nest', input, { signal: aborted.signal, onprogress }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'enough'),
  );
  const [job] = (await call('list_nest_jobs', { pageSize: 1 })).structuredContent.jobs;
  await call('resume_nest', { jobId: job.jobId });
  const { structuredContent: ended } = await call('get_nest_job', { jobId: job.jobId });
  assert.is(ended.job.outcome, 'cancelled');
  assert.ok(!faults.some(({ message }) => /unknown message ID/.test(message)), 'a cancelled request got an answer');
});

test('a cancelled plan ends, although it would be kept', async () => {
  const aborted = new AbortController();
  let jobId = '';
  const onprogress = ({ message }: Progress) => {
    [, jobId = jobId] = /^Job ([-\w]+): /.exec(message!) ?? [];
    aborted.abort('enough');
  };
  const input = {
    lines: Array.from({ length: 6 }, (_, i) => ({
      name: `box ${i}`,
      quantity: 9 + i,
      parts: [
        {
          points: [
            [0, 0],
            [500 + 7 * i, 0],
            [300, 400 + 3 * i],
          ],
        },
      ],
    })),
    ...{ cloths: [{ width: 800 }], table: { length: 3000, plies: 5 }, minDistance: 1 },
    // nobody but the cancellation ends this plan within the test
    ...{ maximumExecutionTime: 25, keepSeconds: 3000 },
  };
  await call('plan_lays', input, { signal: aborted.signal, onprogress }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'enough'),
  );
  const ended = await call('resume_lays', { jobId });
  assert.is(ended.structuredContent.code, 'cancelled');
});

test('cancel_nest ends a job; an unknown tool and an unknown job are refused', async () => {
  await agent.callTool({ name: 'sew' }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'There is no tool "sew"'),
  );
  const jobId = '00000000-0000-4000-8000-000000000000';
  const absent = await call('cancel_nest', { jobId });
  assert.is(absent.structuredContent.code, 'not_found');
  const { structuredContent: account } = await call('get_account');
  assert.type(account.userId, 'string');
});

test('keys, scopes and origins hold as on every route; a batch is refused', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const accept = 'application/json, text/event-stream';
  const post = (body: unknown, headers = {}) =>
    service.request('POST', '/mcp', JSON.stringify(body), { accept, ...headers });
  assert.is((await post(message)).status, 200);
  assertProblem(await post(message, { authorization: 'Bearer x' }), 401);
  assertProblem(await post(message, { origin: 'https://example.com' }), 403, 'origin');
  assert.is((await post(message, { origin: service.url })).status, 200);
  assertProblem(await post([message]), 400, 'batch');
  assertProblem(await service.request('POST', '/mcp', '{"id": 1, "id": 2}', { accept }), 400, 'line 1');
  assert.is((await caller(service.url)('GET', '/mcp')).status, 405);

  const made = await service.request('POST', '/api/v1/account/keys', { name: 'measurer', scopes: ['body'] });
  const measurer = await connect(made.json.secret);
  const refused = await call('nest', { ...marker, maximumExecutionTime: 1 }, {}, measurer);
  assert.is(refused.structuredContent.code, 'scope_missing');
  await measurer.close();
});

test.run();
