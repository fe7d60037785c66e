/** DXF R12 at its plainest: group codes and values, one a line, ASCII, CRLF. Coordinates here are y up. */

export type Tag = readonly [code: number, value: string | number];

export interface DxfPoint {
  readonly x: number;
  readonly y: number;
}

/** The text of a file. Numbers of codes 10 to 59 are written with a decimal point. */
export function dxfText(tags: readonly Tag[]): string {
  const lines: string[] = [];
  for (const [code, value] of tags) {
    lines.push(
      String(code).padStart(3),
      typeof value === 'string' ? lettered(value) : code < 60 ? real(value) : String(value),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Up to six decimals, never an exponent or `-0`, always a point. */
function real(value: number): string {
  const text = value.toFixed(6).replace(/0+$/, '');
  return text === '-0.' ? '0.0' : text.endsWith('.') ? `${text}0` : text;
}

/**
 * A text in ASCII as DXF programs show it: Latin letters without their marks, any other letter as `\U+0416`. A letter beyond
 * U+FFFF takes two of them, as in UTF-16.
 */
export const lettered = (text: string): string =>
  inAscii(text, (unit) => `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`);

/** As `lettered` for names that programs look up: any letter but the Latin ones becomes a question mark. */
export const ascii = (text: string): string => inAscii(text, () => '?');

function inAscii(text: string, beyond: (codeUnit: number) => string): string {
  return text.normalize('NFC').replace(/[^\x20-\x7e]/gu, (letter) => {
    const bare = letter === '×' ? 'x' : letter.normalize('NFD').replace(/\p{M}/gu, '');
    return /^[\x20-\x7e]+$/.test(bare)
      ? bare
      : Array.from(letter.split(''), (unit) => beyond(unit.charCodeAt(0))).join('');
  });
}

export const point = (layer: string, { x, y }: DxfPoint, z = 0): Tag[] => [
  [0, 'POINT'],
  [8, layer],
  [10, x],
  [20, y],
  [30, z],
];

export const line = (layer: string, from: DxfPoint, to: DxfPoint): Tag[] => [
  [0, 'LINE'],
  [8, layer],
  [10, from.x],
  [20, from.y],
  [30, 0],
  [11, to.x],
  [21, to.y],
  [31, 0],
];

/** A POLYLINE with its vertices; a closed one does not repeat its first vertex. */
export function polyline(layer: string, points: readonly DxfPoint[], closed: boolean): Tag[] {
  const vertices = points.flatMap(({ x, y }): Tag[] => [
    [0, 'VERTEX'],
    [8, layer],
    [10, x],
    [20, y],
    [30, 0],
  ]);
  return [
    [0, 'POLYLINE'],
    [8, layer],
    [66, 1],
    [10, 0],
    [20, 0],
    [30, 0],
    [70, closed ? 1 : 0],
    ...vertices,
    [0, 'SEQEND'],
    [8, layer],
  ];
}

export const text = (layer: string, { x, y }: DxfPoint, height: number, content: string): Tag[] => [
  [0, 'TEXT'],
  [8, layer],
  [10, x],
  [20, y],
  [30, 0],
  [40, height],
  [1, content],
];

/** Text with the middle of its baseline at a point, turned by degrees against the clock. */
export const centredText = (layer: string, at: DxfPoint, height: number, content: string, rotation: number): Tag[] => [
  ...text(layer, at, height, content),
  [50, rotation],
  [72, 1],
  [11, at.x],
  [21, at.y],
  [31, 0],
];

export const block = (name: string, layer: string, entities: readonly Tag[]): Tag[] => [
  [0, 'BLOCK'],
  [8, layer],
  [2, name],
  [70, 0],
  [10, 0],
  [20, 0],
  [30, 0],
  [3, name],
  ...entities,
  [0, 'ENDBLK'],
  [8, layer],
];

export const insert = (name: string, layer: string, at: DxfPoint = { x: 0, y: 0 }): Tag[] => [
  [0, 'INSERT'],
  [8, layer],
  [2, name],
  [10, at.x],
  [20, at.y],
  [30, 0],
];

/**
 * A whole R12 file: header with extents, line type and layers, blocks, entities.
 * @param units `$INSUNITS`, 1 for inches. Default: the file names no unit
 */
export function dxfFile(
  layers: readonly string[],
  blocks: readonly Tag[],
  entities: readonly Tag[],
  extents: { min: DxfPoint; max: DxfPoint },
  units?: number,
): string {
  const section = (name: string, tags: readonly Tag[]): Tag[] => [[0, 'SECTION'], [2, name], ...tags, [0, 'ENDSEC']];
  const table = (name: string, rows: readonly Tag[][]): Tag[] => [
    [0, 'TABLE'],
    [2, name],
    [70, rows.length],
    ...rows.flat(),
    [0, 'ENDTAB'],
  ];
  const corner = (name: string, { x, y }: DxfPoint): Tag[] => [
    [9, name],
    [10, x],
    [20, y],
    [30, 0],
  ];
  const unitTags: Tag[] =
    units === undefined
      ? []
      : [
          [9, '$INSUNITS'],
          [70, units],
        ];
  const lineType: Tag[] = [
    [0, 'LTYPE'],
    [2, 'CONTINUOUS'],
    [70, 0],
    [3, 'Solid line'],
    [72, 65],
    [73, 0],
    [40, 0],
  ];
  const layerRows = layers.map((name, i): Tag[] => [
    [0, 'LAYER'],
    [2, name],
    [70, 0],
    [62, (i % 7) + 1],
    [6, 'CONTINUOUS'],
  ]);
  return dxfText([
    ...section('HEADER', [
      [9, '$ACADVER'],
      [1, 'AC1009'],
      ...unitTags,
      ...corner('$EXTMIN', extents.min),
      ...corner('$EXTMAX', extents.max),
    ]),
    ...section('TABLES', [...table('LTYPE', [lineType]), ...table('LAYER', layerRows)]),
    ...section('BLOCKS', blocks),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ]);
}
