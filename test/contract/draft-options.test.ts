/** The options of a format are refused with another format, over gRPC and REST alike. */
import type { DescMessage } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MessageCodec } from '../../gateway/json/codec.js';
import { restOperations } from '../../gateway/openapi/operations.js';
import { PatternFormat } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { ask, type Base } from './ask.js';
import { openBothProtocols } from './both-protocols.js';

const both = await openBothProtocols();
test.after(() => both.close());

const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!;

test('DraftPattern: options of another format are refused alike', async () => {
  const operation = restOperations.find(({ method }) => method.name === 'DraftPattern')!;
  const codec = operation.body!.codec as MessageCodec<DescMessage>;
  const params = { patternId: skirt.patternId };
  const [dxf, pdf] = [{ size: 'M' }, { page: 'a4' }];
  const files = { accept: 'application/pdf', format: PatternFormat.PDF };
  const wrong: [base: Omit<Base, 'params'>, problems: readonly string[]][] = [
    [{ json: { dxf } }, ['dxf other_format']],
    [{ json: { format: 'json', dxf, pdf } }, ['dxf other_format', 'pdf other_format']],
    [{ json: { format: 'dxf', dxf, pdf } }, ['pdf other_format']],
    [{ json: { dxf, pdf }, ...files }, ['dxf other_format']],
    [{ json: { dxf }, accept: 'image/svg+xml', format: PatternFormat.SVG }, ['dxf other_format']],
    // together with all other problems, and nothing twice
    [{ json: { pdf, variables: { nosuch: 1 } } }, ['pdf other_format', 'variables.nosuch unknown_variable']],
    [{ json: { dxf: { size: '?' } } }, ['dxf.size dxf_size']],
    [{ json: { dxf: { size: '?' }, pdf } }, ['dxf.size dxf_size', 'pdf other_format']],
  ];
  for (const [base, problems] of wrong) {
    const { rest, grpc } = await ask(operation, codec, { params, ...base }, both);
    const [code] = problems.map((problem) => problem.split(' ')[1]!);
    assert.equal(rest, { refused: ['InvalidArgument', code, ...problems] }, JSON.stringify(base));
    assert.equal(grpc, rest, JSON.stringify(base));
  }
  // Options without a field ask for nothing.
  const plain = await ask(operation, codec, { params, json: {} }, both);
  for (const json of [{ dxf: {} }, { pdf: {} }, { dxf: {}, pdf: {}, format: 'json' }]) {
    const { rest, grpc } = await ask(operation, codec, { params, json }, both);
    assert.equal([rest, grpc], [plain.rest, plain.rest], JSON.stringify(json));
  }
  const unknown = await both.rest(operation.method, { params, body: { format: 'nosuch', dxf } });
  assert.equal(unknown, { refused: ['InvalidArgument', 'unknown_value', 'format unknown_value'] });
});

test.run();
