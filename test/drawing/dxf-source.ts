/** Small DXF files, written by hand: groups of a code and a value. */
export type Group = readonly [code: number, value: string | number];

export const entity = (type: string, ...groups: readonly Group[]): Group[] => [
  [0, type],
  ...(groups.some(([code]) => code === 8) ? [] : ([[8, 'CUT']] satisfies Group[])),
  ...groups,
];

/** Coordinates, by default groups 10 and 20. */
export const xy = (points: readonly (readonly [x: number, y: number])[], code = 10): Group[] =>
  points.flatMap(([x, y]): Group[] => [
    [code, x],
    [code + 10, y],
  ]);

export interface DxfParts {
  /** $INSUNITS; default 4, mm. Null: the header does not say. */
  readonly units?: number | null;
  /** By their names, with the base point as groups 10 and 20 in front where it is not zero. */
  readonly blocks?: Readonly<Record<string, readonly Group[]>>;
  /** Records of the table of layers. */
  readonly layers?: readonly Group[];
}

export function dxfSource(entities: readonly Group[], { units = 4, blocks = {}, layers = [] }: DxfParts = {}): string {
  const section = (name: string, groups: readonly Group[]): Group[] => [
    [0, 'SECTION'],
    [2, name],
    ...groups,
    [0, 'ENDSEC'],
  ];
  const header: Group[] =
    units === null
      ? []
      : [
          [9, '$INSUNITS'],
          [70, units],
        ];
  const all: Group[] = [
    ...section('HEADER', header),
    ...section('TABLES', layers),
    ...section(
      'BLOCKS',
      Object.entries(blocks).flatMap(
        ([name, groups]) => [[0, 'BLOCK'], [2, name], ...groups, [0, 'ENDBLK']] as Group[],
      ),
    ),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ];
  return `${all.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}`).join('\r\n')}\r\n`;
}

export const square = (side: number, x = 0, y = 0, ...more: readonly Group[]): Group[] =>
  entity(
    'LWPOLYLINE',
    ...more,
    [90, 4],
    [70, 1],
    ...xy([
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ]),
  );

export const circle = (radius: number, x = 0, y = 0, ...more: readonly Group[]): Group[] =>
  entity('CIRCLE', ...more, ...xy([[x, y]]), [40, radius]);
