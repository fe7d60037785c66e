/** The seam allowances in files of Seamly2D and Valentina, against areas worked out by hand. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { draft } from '../../src/patterns/patterns.js';
import { areaOf } from './piece-checks.js';
import { drafted, type Square, square } from './seamly-files.js';

async function cutArea(given: Square, expected: number, tolerance = 1): Promise<void> {
  const { piece, notes } = await drafted(square(given));
  assert.equal(notes, []);
  const area = areaOf(piece.boundary);
  assert.ok(Math.abs(area - expected) < tolerance, `${area} instead of ${expected}: ${JSON.stringify(given)}`);
}

test('1, true and the old name all give an allowance all round', async () => {
  for (const piece of [
    'version="2" seamAllowance="true" width="1"',
    'version="2" seamAllowance="1" width="1"',
    'closed="1" supplement="1" width="1"',
    'version="2" seamAllowance="true" width="#w/2"',
  ])
    await cutArea({ piece }, 120 * 120);
  for (const piece of [
    'version="2" seamAllowance="false" width="1"',
    'version="2" seamAllowance="0" width="1"',
    'closed="1" supplement="0" width="1"',
    'version="2" width="1"',
    'version="2" seamAllowance="true" seamAllowanceBuiltIn="true" width="1"',
  ])
    await cutArea({ piece }, 100 * 100);
});

test('nodes give the width before and after them; between two of them it changes evenly', async () => {
  // the upper edge from A to B
  await cutArea({ nodes: ['after="0"', 'before="0"', '', ''] }, 120 * 110);
  await cutArea({ nodes: ['after="#w"', 'before="2"', '', ''] }, 120 * 130);
  await cutArea({ nodes: ['after="CurrentSeamAllowance+1"', 'before="CurrentSeamAllowance*2"', '', ''] }, 120 * 130);
  // the upper cut line rises from 1 to 2, also beyond both ends: by 10 mm in 100 mm, on average 15 mm over 120 mm
  await cutArea({ nodes: ['', 'before="2"', '', ''] }, 120 * 110 + 120 * 15);
  await cutArea({ nodes: ['after="-1"', 'before="-1"', '', ''] }, 120 * 120);
});

test('an allowance along a curve changes with its length, however the curve is trimmed', async () => {
  const tools = '<spline id="20" type="cubicBezier" point1="1" point2="1" point3="2" point4="2"/>';
  const along = square({ tools, nodes: ['after="0"', 'before="2"', '', ''] }).replace(
    '<node type="NodePoint" idObject="2"',
    '<node type="NodeSpline" idObject="20" reverse="0"/><node type="NodePoint" idObject="2"',
  );
  const { piece } = await drafted(along);
  // from 0 to 20 mm, and at both ends on to the sides' own cut lines
  assert.ok(Math.abs(areaOf(piece.boundary) - (120 * 110 + 120 * 10)) < 5, String(areaOf(piece.boundary)));
});

test('right-angled and acute corners follow their kind', async () => {
  for (const angle of [0, 2, 3, 4, 5]) await cutArea({ nodes: [`angle="${angle}"`, '', '', ''] }, 120 * 120);
  // each cut line ends at the other edge: half the corner is cut off
  await cutArea({ nodes: ['angle="1"', '', '', ''] }, 120 * 120 - 50);
  // B moves 10 cm to the right: 45 degrees at B, allowances of 10 mm
  const acute = async (angle: number): Promise<number> => {
    const source = square({ nodes: ['', `angle="${angle}"`, '', ''] }).replace('name="B" x="10"', 'name="B" x="20"');
    const { piece, notes } = await drafted(source);
    assert.equal(notes, []);
    return areaOf(piece.boundary);
  };
  const root = Math.SQRT2;
  const mitred = await acute(0);
  // what each corner cuts off the tip of the mitre, mm², with both cut lines 10 mm outside (see allowance-corner.test.ts)
  const lost = {
    // between (1,-1), (√2,0) and the tip (√2+1,-1)
    1: 100 * (root / 2),
    2: 100,
    3: 100 * ((root * root) / 2),
    4: 100 * 0.5,
    5: 100 * 0.5,
  } as const;
  for (const [angle, area] of Object.entries(lost)) {
    const difference = mitred - (await acute(Number(angle)));
    assert.ok(Math.abs(difference - area) < 1, `angle ${angle}: ${difference} instead of ${area}`);
  }
  assert.throws(
    () => importSeamly(square({ nodes: ['angle="9"', '', '', ''] }), null, 'x'),
    /the corner of the allowance at "A"/,
  );
});

test('the first edge stays the first in a piece drawn the other way round', async () => {
  const source = square({ nodes: ['', 'angle="4"', '', ''] }).replace('name="B" x="10"', 'name="B" x="20"');
  const backward = source.replace(/<nodes>(.*?)<\/nodes>/, (_, list: string) => {
    const nodes = list.match(/<node [^>]*>/g)!.reverse();
    return `<nodes>${nodes.join('')}</nodes>`;
  });
  const [a, b] = [await drafted(source), await drafted(backward.replace('angle="4"', 'angle="5"'))];
  assert.ok(Math.abs(areaOf(a.piece.boundary) - areaOf(b.piece.boundary)) < 0.01);
});

test('old files move the corner of the cut line, and leave open pieces without allowance at their ends', async () => {
  const old = 'closed="1" supplement="1" width="1"';
  // the corner at B moves 5 mm to the right: the edge from B to C is square to that and begins 15 mm wide
  await cutArea({ piece: old, nodes: ['', 'mx="0.5"', '', ''] }, 120 * 110 + 120 * 12.5);
  await cutArea({ piece: old, nodes: ['', 'mx="0.5"', 'mx="0.5"', ''] }, 120 * 125);
  await cutArea({ piece: old, nodes: ['my="-0.5"', 'my="-0.5"', '', ''] }, 120 * 125);
  await cutArea({ piece: old, nodes: ['my="3"', 'my="3"', '', ''] }, 120 * 110);
  await cutArea({ piece: 'closed="0" supplement="1" width="1"' }, 110 * 120);
});

test('Valentina draws no edge of an allowance below its least width; Seamly2D and true zeros do', async () => {
  const least = 0.23325;
  const valentina = (options: Square): string => square(options).replace(/draftBlock/g, 'draw');
  const cases: readonly (readonly [Square, width: number])[] = [
    [{ piece: 'version="2" seamAllowance="true" width="0"' }, least],
    [{ nodes: ['after="0"', 'before="0"', '', ''] }, least],
    [{ nodes: ['after="#w-2"', 'before="#w-2"', '', ''] }, least],
    [{ nodes: ['after="0.03"', 'before="0.03"', '', ''] }, 0.3],
  ];
  for (const [options, width] of cases) {
    const { piece, notes } = await drafted(valentina(options));
    const upper = Math.min(...piece.boundary.map(([, y]) => y));
    assert.ok(Math.abs(upper + width) < 0.01, `${upper}: ${JSON.stringify(options)}`);
    const told = 'Square: every allowance below 0.23 mm was widened to 0.23 mm, as in Valentina';
    assert.equal(notes, width === least ? [told] : []);
    const seamly = await drafted(square(options));
    assert.ok(Math.abs(Math.min(...seamly.piece.boundary.map(([, y]) => y)) + (width === least ? 0 : width)) < 0.01);
    assert.equal(seamly.notes, []);
  }
  const olderSeamly = valentina({ piece: 'version="2" seamAllowance="true" width="0"' }).replace(
    '<version>',
    '<!--Pattern created with Seamly2D v0.6.0.1 (https://seamly.io).--><version>',
  );
  const older = await drafted(olderSeamly);
  assert.ok(Math.abs(areaOf(older.piece.boundary) - 100 * 100) < 0.01);
  assert.equal(older.notes, []);
  const isZero = 'version="2" seamAllowance="true" trueZeroWidth="true" width="0"';
  const zero = await drafted(valentina({ piece: isZero }));
  assert.ok(Math.abs(areaOf(zero.piece.boundary) - 100 * 100) < 0.01);
  assert.equal(zero.notes, []);
  const without = await drafted(valentina({ piece: 'version="2" seamAllowance="false" width="0"' }));
  assert.ok(Math.abs(areaOf(without.piece.boundary) - 100 * 100) < 0.01);
  assert.equal(without.notes, []);
});

test('points outside the outline have no effect; a curve may be drawn against its own direction', async () => {
  await cutArea({ nodes: ['', '', 'excluded="1"', ''], piece: 'version="2" width="0"' }, 5000);
  const tools = '<spline id="20" type="cubicBezier" point1="2" point2="2" point3="1" point4="1"/>';
  const with20 = (reverse: number): string =>
    square({ tools, piece: 'version="2" width="0"' }).replace(
      '<node type="NodePoint" idObject="2"',
      `<node type="NodeSpline" idObject="20" reverse="${reverse}"/><node type="NodePoint" idObject="2"`,
    );
  const { piece } = await drafted(with20(1));
  assert.ok(Math.abs(areaOf(piece.boundary) - 10_000) < 1);
  // against the outline: Valentina goes on to the end of the curve, where it is already
  const against = await drafted(with20(0));
  assert.ok(Math.abs(areaOf(against.piece.boundary) - 10_000) < 1);
  assert.equal(against.notes, [
    'Square: the curve Spl_B_A runs against the outline, so it is drawn from the meeting point to its end, as in Valentina',
  ]);
});

test('an outline that touches itself is reported, and a cut line along a missing path is refused', async () => {
  const twice = square({ piece: 'version="2" width="0"', tools: '<point id="5" type="single" name="E" x="5" y="0"/>' });
  const { notes } = await drafted(
    twice
      .replace('</nodes>', '</nodes>')
      .replace('<node type="NodePoint" idObject="4" />', (node) => `${node}<node type="NodePoint" idObject="5"/>`),
  );
  assert.equal(notes, [
    'Square: may differ from the source: its outline crosses or touches itself at 50.0, 0.0 mm; Valentina may cut out the part in between',
  ]);
  const custom = square({ inside: '<csa><record path="9" start="1" end="2"/></csa>' });
  assert.throws(
    () => importSeamly(custom, null, 'x'),
    /Square: not converted: the path of a part of its cut line is missing/,
  );
});

test('new and old labels give a piece’s copies and material', async () => {
  const cut = async (data: string): Promise<[number, string, string[]]> => {
    const { piece, notes } = await drafted(square({ inside: data }));
    return [piece.quantity, piece.material, notes];
  };
  assert.equal(await cut('<data quantity="3"/>'), [3, 'fabric', []]);
  assert.equal(await cut('<data><mcp cutNumber="2" material="1" placement="0"/></data>'), [2, 'lining', []]);
  assert.equal(await cut('<data><mcp cutNumber="4" material="4" userDef="Felt" placement="0"/></data>'), [
    4,
    'Felt',
    [],
  ]);
  const [, , notes] = await cut(
    '<data><mcp cutNumber="1" material="0" placement="1"/><mcp cutNumber="2" material="2"/></data>',
  );
  assert.equal(notes, ['Square: its label says "cut on the fold"; the outline was imported as drawn']);
  const { notes: hidden } = await drafted(square({ piece: 'version="2" width="0" inLayout="false"' }));
  assert.equal(hidden, ['Square: was imported although the source leaves it out of its layout']);
});

test('a corner at the sharp end of a curve is reported, since it depends on the fineness of the curve', async () => {
  // from C to D along the lower edge
  const curved = async (first: string, second: string): Promise<string[]> => {
    const tools = `<point id="10" type="single" name="E" ${first}/><point id="11" type="single" name="F" ${second}/>
      <spline id="20" type="cubicBezier" point1="3" point2="10" point3="11" point4="4"/>`;
    const source = square({ tools }).replace(
      '<node type="NodePoint" idObject="4"',
      '<node type="NodeSpline" idObject="20" reverse="0"/><node type="NodePoint" idObject="4"',
    );
    return (await drafted(source)).notes;
  };
  assert.equal(await curved('x="3" y="10.05"', 'x="2" y="10.1"'), []);
  const hooked = await curved('x="-0.5" y="9"', 'x="0.3" y="9.6"');
  assert.match(hooked.join(), /^Square: may differ from the source: a curve turns sharply/);
});

test('a curve that turns back before its end is reported', async () => {
  // from C along the lower edge, 5 mm beyond D, and back to it
  const tools = `<point id="10" type="single" name="E" x="-6" y="10.5"/><point id="11" type="single" name="F" x="-3" y="9.8"/>
    <spline id="20" type="cubicBezier" point1="3" point2="10" point3="11" point4="4"/>`;
  const source = square({ tools }).replace(
    '<node type="NodePoint" idObject="4"',
    '<node type="NodeSpline" idObject="20" reverse="0"/><node type="NodePoint" idObject="4"',
  );
  const { notes } = importSeamly(source, null, 'Square');
  assert.match(notes.map(({ message }) => message).join(), /one of its curves turns back at -\d+\.\d, \d+/);
});

test('a part of the cut line may have its own path, with or without the seam line', async () => {
  const tools =
    '<point id="10" type="single" name="E" x="13" y="0"/><point id="11" type="single" name="F" x="13" y="10"/>';
  const path = (...ids: number[]): string =>
    `<path id="70"><nodes>${ids.map((id) => `<node type="NodePoint" idObject="${id}"/>`).join('')}</nodes></path>`;
  const record = (attributes: string): string => `<csa><record path="70" ${attributes}/></csa>`;
  const [forth, back] = [path(10, 11), path(11, 10)];
  for (const [modeling, attributes] of [
    [forth, 'start="2" end="3" includeAs="1"'],
    [back, 'start="2" end="3" includeAs="1" reverse="true"'],
  ] as const) {
    const { piece, notes } = await drafted(square({ tools, modeling, inside: record(attributes) }));
    // 1 cm round the square but on the right, where the width falls from 1 cm to 0 within 3 cm
    assert.ok(Math.abs(areaOf(piece.boundary) - (110 * 120 + 30 * 110)) < 5, String(areaOf(piece.boundary)));
    assert.equal(notes, ['Square: a path replaces part of its cut line; the seam line there became an internal line']);
    assert.equal(piece.internalLines, [
      {
        kind: 'mark',
        points: [
          [100, 0],
          [100, 100],
        ],
      },
    ]);
  }
  await cutArea({ tools, modeling: forth, inside: record('start="2" end="3" includeAs="0"') }, 150 * 120);
  // a piece without an allowance has the path only where it is the seam line
  const plain = { piece: 'version="2" width="0"', tools, modeling: forth };
  await cutArea({ ...plain, inside: record('start="2" end="3" includeAs="1"') }, 100 * 100);
  await cutArea({ ...plain, inside: record('start="2" end="3" includeAs="0"') }, 130 * 100);
  // from D over the end of the list to B: the upper left corner is cut off
  const corner = {
    tools,
    modeling: '<path id="70"><nodes/></path>',
    inside: record('start="4" end="2" includeAs="0"'),
  };
  await cutArea({ ...corner, piece: 'version="2" width="0"' }, 5000);
});

test('a width or corner behind a curve of special fineness is reported: Valentina 0.7 keeps it at the first node', async () => {
  const notesOf = async (nodes: readonly string[], curveFirst = false, fineness = 'aScale="2"'): Promise<string[]> => {
    const tools = `<spline id="20" type="cubicBezier" point1="1" point2="1" point3="2" point4="2" ${fineness}/>`;
    const curve = '<node type="NodeSpline" idObject="20" reverse="0"/>';
    const source = square({ tools, nodes }).replace(/<node type="NodePoint" idObject="2"[^>]*>/, `${curve}$&`);
    const turned = source.replace(
      /(<nodes>)(<node [^>]*idObject="1"[^>]*>)(<node [^>]*>)(.*?)(<.nodes>)/,
      '$1$4$2$3$5',
    );
    return (await drafted(curveFirst ? turned : source)).notes;
  };
  const told =
    /^Square: may differ from the source: the .* at B follows? a curve with its own fineness; Valentina 0.7 drops/;
  assert.match((await notesOf(['', 'after="2"', '', ''])).join(), told);
  assert.match((await notesOf(['', 'angle="1"', '', ''])).join(), told);
  assert.equal(await notesOf(['', 'before="2"', '', '']), []);
  assert.equal(await notesOf(['', 'after="1"', '', '']), [], 'the width of the piece');
  assert.equal(await notesOf(['after="2"', '', '', '']), []);
  assert.equal(await notesOf(['', 'after="2"', '', ''], false, ''), []);
  // B is the first node
  assert.equal(await notesOf(['', 'after="2"', '', ''], true), []);
});

test('a piece of several materials comes once for each of them', async () => {
  const mcp = (material: number, count: number): string =>
    `<mcp cutNumber="${count}" material="${material}" placement="0"/>`;
  const source = square({ inside: `<data>${mcp(0, 1)}${mcp(2, 2)}${mcp(2, 3)}</data>` });
  const { content, notes, pieceCount } = importSeamly(source, null, 'Square');
  const version = { kind: 'definition', sha256: 'materials', content } as const;
  const { pieces } = await draft(version, { variables: {}, unfold: true });
  assert.equal(
    pieces.map(({ name, material, quantity }) => [name, material, quantity]),
    [
      ['Square', 'fabric', 1],
      ['Square (interfacing)', 'interfacing', 2],
      ['Square (interfacing)', 'interfacing', 3],
    ],
  );
  assert.is(new Set(pieces.map(({ id }) => id)).size, 3);
  assert.equal(pieces[2]!.boundary, pieces[0]!.boundary);
  assert.equal([notes, pieceCount], [[], 3]);
  // more than a definition may have
  const many = importSeamly(square({ inside: `<data>${mcp(0, 1).repeat(201)}</data>` }), null, 'Square');
  assert.is((many.content as { pieces: unknown[] }).pieces.length, 1);
  assert.is(many.notes.length, 200);
  assert.is(many.notes[0]!.message, 'Square: only its first material was imported; 1 of fabric left out');
});

test('a piece with a mirror line is half a piece on the fold', async () => {
  const half = (p1: number, p2: number): string =>
    square({ inside: `<mirrorLine p1="${p1}" p2="${p2}" visible="true"/>` });
  for (const [p1, p2] of [
    [4, 1],
    [1, 4],
    [1, 2],
  ] as const) {
    const { piece, notes } = await drafted(half(p1, p2));
    assert.equal(notes, []);
    // 20 cm by 10 cm once it is unfolded, 1 cm round it
    assert.ok(Math.abs(areaOf(piece.boundary) - 220 * 120) < 1, String(areaOf(piece.boundary)));
  }
  assert.throws(() => importSeamly(half(1, 3), null, 'Square'), /its mirror line is not a straight edge/);
  // newer files have the element without points
  const { piece } = await drafted(square({ inside: '<mirrorLine p1="0" p2="0"/>' }));
  assert.ok(Math.abs(areaOf(piece.boundary) - 120 * 120) < 1);
});

test.run();
