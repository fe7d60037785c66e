/** The reader reads or refuses any drawing: it throws nothing else, and every coordinate is finite. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { dxfSource, entity, type Group } from './dxf-source.js';

/** The number of drawings read, to show that not all are refused. */
function orRefused(read: () => readonly { readonly points: readonly (readonly [number, number])[] }[]): number {
  try {
    for (const { points } of read()) for (const [x, y] of points) assert.ok(Number.isFinite(x) && Number.isFinite(y));
    return 1;
  } catch (error) {
    assert.instance(error, ServiceError, (error as Error).stack);
    return 0;
  }
}

const coordinate = fc.oneof(
  fc.constantFrom(0, 1, 10, -10, 1e6, -1e-9, 1e15, 1e300),
  fc.double({ noNaN: true, min: -500, max: 500 }),
);
const small = fc.integer({ min: -2, max: 12 });
const group = fc.oneof(
  fc.tuple(fc.constantFrom(10, 20, 11, 21, 12, 22, 13, 23, 40, 41, 42, 44, 45, 50, 51, 210, 220, 230), coordinate),
  fc.tuple(fc.constantFrom(66, 67, 60, 70, 71, 72, 73, 74), small),
  fc.tuple(fc.constantFrom(2, 8), fc.constantFrom('A', 'B', '0', '1', '8', 'sheet', 'keepout')),
  fc.tuple(fc.constant(1), fc.constantFrom('Piece Name: x', 'Size: M', 'Units: ENGLISH', '# 1')),
) as fc.Arbitrary<Group>;
const kind = fc.constantFrom(
  ...[
    'LINE',
    'LWPOLYLINE',
    'POLYLINE',
    'VERTEX',
    'SEQEND',
    'ARC',
    'CIRCLE',
    'ELLIPSE',
    'SPLINE',
    'INSERT',
    'TEXT',
    'POINT',
    'HATCH',
  ],
);
const groups = fc
  .array(fc.tuple(kind, fc.array(group, { maxLength: 14 })), { maxLength: 10 })
  .map((all) => all.flatMap(([type, more]) => entity(type, ...more)));
const frame = entity('CIRCLE', [10, 900], [20, 900], [40, 50]);

test('random DXF', () => {
  let read = 0;
  fc.assert(
    fc.property(groups, groups, groups, (a, b, entities) => {
      const source = dxfSource([...entities, ...frame], { blocks: { A: a, B: b } });
      read += orRefused(() => readParts(source, { format: 'dxf' }).parts);
      orRefused(() =>
        importDxf(source, { name: 'x', holes: true }).content.pieces.map(({ boundary }) => ({ points: boundary })),
      );
    }),
    { numRuns: 300 },
  );
  assert.ok(read > 50, `${read} were read`);
});

const value = fc.oneof(
  coordinate.map(String),
  fc.constantFrom(
    '50%',
    '3mm',
    '1em',
    'auto',
    'none',
    'url(#a)',
    '#a',
    '#b',
    'inherit',
    'hidden',
    '0 0 9 9',
    'rotate(9)',
    'scale(0)',
    'matrix(1 2)',
    'M0 0H9V9Z',
    'M0 0A1 1 0 011 1',
    'x',
    '',
  ),
);
const attributes = fc
  .dictionary(
    fc.constantFrom(
      ...[
        'id',
        'x',
        'y',
        'width',
        'height',
        'r',
        'rx',
        'ry',
        'cx',
        'cy',
        'd',
        'points',
        'href',
        'transform',
        'viewBox',
        'class',
      ],
      ...['fill', 'stroke', 'display', 'visibility', 'clip-path', 'transform-origin', 'preserveAspectRatio'],
    ),
    value,
  )
  .map((all) =>
    Object.entries(all)
      .map(([name, text]) => ` ${name}="${text}"`)
      .join(''),
  );
const name = fc.constantFrom(
  ...[
    'g',
    'svg',
    'symbol',
    'use',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polygon',
    'text',
    'defs',
    'switch',
    'x:y',
  ],
);
const element = fc.letrec<{ node: string; leaf: string; branch: string }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('branch')),
  leaf: fc.tuple(name, attributes).map(([tag, all]) => `<${tag}${all}/>`),
  branch: fc
    .tuple(name, attributes, fc.array(tie('node'), { maxLength: 3 }))
    .map(([tag, all, inner]) => `<${tag}${all}>${inner.join('')}</${tag}>`),
})).node;
const css = fc.array(
  fc.constantFrom(
    '.a',
    '#b',
    'g',
    ' ',
    '>',
    '{',
    '}',
    'display:none',
    ';',
    'fill:none',
    '@media print',
    ':hover',
    ',',
    '/*',
    '*/',
    '(',
    '"',
  ),
  { maxLength: 20 },
);

test('random SVG', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), attributes, css, (elements, root, sheet) => {
      const source = `<svg${root}><style>${sheet.join('').replace(/[<&]/g, '')}</style><circle cx="900" cy="900" r="50" style="display:inline;fill:red"/>${elements.join('')}</svg>`;
      read += orRefused(() => readParts(source, { format: 'svg' }).parts);
    }),
    { numRuns: 600 },
  );
  assert.ok(read > 50, `${read} were read`);
});

test.run();
