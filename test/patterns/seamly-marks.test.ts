/** The notches, grainlines and internal paths in files of Seamly2D and Valentina. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { areaOf } from './piece-checks.js';
import { drafted, square } from './seamly-files.js';

test('two points that hold a grainline outweigh its angle', async () => {
  const modeling = ['1', '3', '99'].map((id, i) => `<point id="9${i}" idObject="${id}" type="modeling"/>`).join('');
  const grain = (held: string): string => `<grainline visible="true" rotation="90" length="3" ${held}/>`;
  const angleOf = async (held: string): Promise<[degrees: number, notes: readonly string[]]> => {
    const { piece, notes } = await drafted(square({ inside: grain(held), modeling }));
    const [[ax, ay], [bx, by]] = piece.grainline!;
    return [Math.round((Math.atan2(by - ay, bx - ax) * 180) / Math.PI), notes];
  };
  assert.equal(await angleOf('topAnchor="91" bottomAnchor="90"'), [45, []]);
  assert.equal(await angleOf('topPin="90" bottomPin="91"'), [-135, []]);
  assert.equal(await angleOf('topPin="90"'), [-90, []]);
  assert.equal(await angleOf('topPin="0" bottomPin="91"'), [-90, []]);
  assert.equal(await angleOf('topPin="90" bottomPin="92"'), [
    -90,
    ['Square: its grainline has the angle of the file instead of its two points: the point 99 is missing'],
  ]);
});

test('notches, internal paths and the grainline are imported; a fold on the label gets a note', async () => {
  const source = square({
    nodes: [
      'passmark="true" passmarkLine="one"',
      'passmark="true" passmarkLine="vMark"',
      'notch="true" passmarkLine="two"',
      '',
    ],
    modeling:
      '<path id="70" name="Fold"><nodes><node type="NodePoint" idObject="1"/><node type="NodePoint" idObject="3"/></nodes></path>',
    inside: `<iPaths><record path="70"/><record path="71"/></iPaths><grainline visible="true" rotation="45" length="3"/>
      <data onFold="true" quantity="2"/>`,
  });
  const { piece, notes } = await drafted(source);
  assert.equal(piece.notches.map(({ type }) => type).sort(), ['back', 'slit', 'v']);
  assert.equal(piece.internalLines, [
    {
      kind: 'mark',
      points: [
        [0, 0],
        [100, 100],
      ],
    },
  ]);
  assert.is(piece.quantity, 2);
  const [[ax, ay], [bx, by]] = piece.grainline!;
  assert.ok(Math.abs(Math.atan2(ay - by, bx - ax) - Math.PI / 4) < 1e-3, 'against the clock');
  assert.ok([ax, ay, bx, by].every((value) => value > 0 && value < 100));
  assert.equal(notes, [
    'Square: its label says "cut on the fold"; the outline was imported as drawn',
    'Square: the internal path "" was left out: it is missing',
  ]);
});

test('a note tells the notches, cuts and place labels that a pattern has no place for', async () => {
  const notched = async (...nodes: string[]): Promise<[types: string[], notes: string[]]> => {
    const { piece, notes } = await drafted(square({ nodes: [...nodes, '', '', '', ''].slice(0, 4) }));
    return [piece.notches.map(({ type }) => type).sort(), notes];
  };
  const shape = (name: string, count = 1): string => `notch="true" notchType="${name}" notchCount="${count}"`;
  const isSlit = (name: string): string => `Square: its notches of the shape ${name} became slits`;
  assert.equal(await notched(shape('slit'), shape('vInternal'), shape('slit', 2)), [['back', 'slit', 'v'], []]);
  assert.equal(await notched(shape('tNotch'), shape('castle', 2), shape('tNotch'), shape('diamond')), [
    ['slit', 'slit', 'slit', 'slit'],
    ['tNotch', 'castle', 'diamond'].map(isSlit),
  ]);
  assert.equal(await notched('passmark="true" passmarkLine="uMark"', 'passmark="true" passmarkLine="three"'), [
    ['back', 'slit'],
    [isSlit('uMark'), 'Square: its notches of 3 lines became double notches'],
  ]);
  assert.equal(await notched(shape('vExternal', 3)), [['v'], ['Square: each of its notches of 3 Vs became one V']]);

  const inner = [
    [2, 2],
    [6, 2],
    [6, 6],
  ].map(([x, y], i) => `<point id="${40 + i}" type="single" name="I${i}" x="${x}" y="${y}"/>`);
  const path = (id: number, cut: boolean, ...points: number[]): string => {
    const nodes = points.map((point) => `<node type="NodePoint" idObject="${point}"/>`).join('');
    return `<path id="${id}" name="P${id}" cut="${cut}"><nodes>${nodes}</nodes></path>`;
  };
  const { piece, notes } = await drafted(
    square({
      tools: inner.join(''),
      modeling: path(70, true, 40, 41, 42, 40) + path(71, true, 40, 41) + path(72, false, 40, 41, 42, 40),
      inside: `<iPaths><record path="70"/><record path="71"/><record path="72"/></iPaths>
        <placeLabels><record>95</record><record>96</record></placeLabels>`,
    }),
  );
  assert.equal(
    piece.holes.map((hole) => Math.abs(areaOf(hole))),
    [800],
  );
  assert.equal(
    piece.internalLines.map(({ points }) => points.length),
    [2, 4],
  );
  assert.equal(notes, [
    'Square: the internal path "P71" is cut in the source; it became a mark, since it does not end at its beginning',
    'Square: 2 of its place labels, such as buttons, were left out',
  ]);
});

test.run();
