import { create } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GravityDirection, NestRequestSchema, NestSolutionSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { markerDrawing } from '../../src/cli/marker-drawing.js';
import type { Drawing, PolylineShape } from '../../src/drawing/drawing.js';

const rectangle = (width: number, height: number) => ({
  points: [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ],
});
const outlines = ({ shapes }: Drawing, layer: string): number[][][] =>
  shapes
    .filter((shape): shape is PolylineShape => shape.kind === 'polyline' && shape.layer === layer)
    .map(({ points }) => points.map((point) => point.map((value) => Math.round(value * 1000) / 1000 + 0)));

test('parts are turned about their anchor and moved onto their position', () => {
  const request = create(NestRequestSchema, {
    polygons: [
      { id: 'corner', ...rectangle(10, 20) },
      { id: 'own', origin: { x: 10, y: 20 }, ...rectangle(10, 20) },
    ],
    bins: [{ boundary: rectangle(100, 50) }],
    gravityDirection: GravityDirection.LEFT,
  });
  const solution = create(NestSolutionSchema, {
    placements: [
      { id: 'corner', index: 0, bin: 0, position: { x: 20, y: 0 }, rotation: 90 },
      { id: 'own', index: 1, bin: 0, position: { x: 30, y: 10 }, rotation: 180 },
    ],
  });
  const [corner, own] = outlines(markerDrawing(request, solution), 'parts');
  assert.equal(corner, [
    [20, 0],
    [20, 10],
    [0, 10],
    [0, 0],
  ]);
  assert.equal(own, [
    [40, 30],
    [30, 30],
    [30, 10],
    [40, 10],
  ]);
});

test('a roll ends where its layout does; sheets of the same coordinates lie under each other; unused ones are left out', () => {
  const request = create(NestRequestSchema, {
    polygons: [{ id: 'a', ...rectangle(10, 10) }],
    bins: [{ boundary: rectangle(50, 100) }, { boundary: rectangle(50, 100) }, { boundary: rectangle(50, 100) }],
    gravityDirection: GravityDirection.TOP,
  });
  const at = (bin: number, y: number) => ({ id: 'a', index: 0, bin, position: { x: 0, y }, rotation: 0 });
  const solution = create(NestSolutionSchema, { placements: [at(0, 20), at(1, 0)] });
  const [first, second, ...more] = outlines(markerDrawing(request, solution), 'sheets');
  assert.equal(more, []);
  assert.equal(
    first!.map(([, y]) => y),
    [0, 0, 30, 30],
  );
  const [top] = second!.map(([, y]) => y!);
  assert.ok(top! > 30);
  assert.equal(
    second!.map(([, y]) => Math.round(y! - top!)),
    [0, 0, 10, 10],
  );
});

test('ids are drawn with what XML would take for markup', () => {
  const request = create(NestRequestSchema, {
    polygons: [{ id: '<b>', ...rectangle(900, 900) }],
    bins: [{ boundary: rectangle(1000, 1000) }],
  });
  const placements = [{ id: '<b>', index: 0, bin: 0, position: { x: 0, y: 0 }, rotation: 0 }];
  const { shapes } = markerDrawing(request, create(NestSolutionSchema, { placements }));
  assert.ok(shapes.some((shape) => shape.kind === 'text' && shape.text === '<b>'));
});

test.run();
