/**
 * Turns a DXF file into a `static` pattern: AAMA/ASTM files by their layers and texts, others by their closed lines. Says
 * what it did not take over.
 */
import { type DxfDocument, type DxfEntity, DxfError, readDxf } from '../../drawing/dxf-reader.js';
import { ServiceError } from '../../errors.js';
import { chainLines } from '../../geometry/chain.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import { idOf } from '../definition/read-piece.js';
import type { Point } from '../draft.js';
import { loopArea, positive, simpleOuter, unite } from '../region.js';
import type { StaticContent, StaticPiece } from '../static/content.js';
import type { ImportNote } from './note.js';

export interface DxfImport {
  readonly content: StaticContent;
  readonly notes: readonly ImportNote[];
}

export interface DxfImportOptions {
  readonly name: string;
  /** Which size of a graded file; default the sample size, else the first. */
  readonly size?: string;
  /** mm in one unit of the drawing, where the file does not say. */
  readonly unitMm?: number;
}

/** Ends of boundary lines this near, mm, belong together: CAD programs split boundaries at turn points. */
const jointTolerance = 0.5;

/** Throws `invalid` where the file cannot be read or holds no closed outline. */
export function importDxf(source: string, options: DxfImportOptions): DxfImport {
  const document = read(source);
  const notes: ImportNote[] = [];
  const scale = unitOf(document, options, notes);
  for (const [kind, count] of document.skipped) {
    notes.push({ code: 'entity_skipped', message: `${count} entities of kind ${kind} were not taken over` });
  }
  const apparel = apparelBlocks(document, options, notes);
  const pieces =
    apparel.length > 0 ? apparel.flatMap((block) => apparelPiece(block, scale, notes)) : plainPieces(document, scale);
  if (pieces.length === 0) {
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'no_outline', message: 'file: it holds no closed outline' },
    ]);
  }
  return {
    content: {
      schema: 'pattern-static/1',
      name: options.name,
      description: '',
      unit: 'mm',
      pieces: withUniqueIds(pieces),
    },
    notes,
  };
}

function read(source: string): DxfDocument {
  try {
    return readDxf(source);
  } catch (error) {
    if (!(error instanceof DxfError)) throw error;
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'invalid_dxf', message: `file: ${error.message}` },
    ]);
  }
}

/** mm in one drawing unit: the text `Units:`, then $INSUNITS, then the caller, then mm. */
function unitOf(document: DxfDocument, options: DxfImportOptions, notes: ImportNote[]): number {
  const everything = [document.entities, ...document.blocks.values()].flat();
  const named = textValue(everything, 'units')?.toUpperCase();
  if (named === 'METRIC') return 1;
  if (named === 'ENGLISH') return 25.4;
  const known: Readonly<Record<number, number>> = { 1: 25.4, 2: 304.8, 4: 1, 5: 10, 6: 1000 };
  const header = document.units === null ? undefined : known[document.units];
  if (header !== undefined) return header;
  if (options.unitMm !== undefined) return options.unitMm;
  notes.push({ code: 'unit_assumed', message: 'the file does not say its unit; millimetres are assumed' });
  return 1;
}

/** The value of a text such as `Piece Name: Front`; keys are matched without case. */
function textValue(entities: readonly DxfEntity[], key: string): string | undefined {
  for (const entity of entities) {
    if (entity.kind !== 'text') continue;
    const colon = entity.text.indexOf(':');
    if (colon > 0 && entity.text.slice(0, colon).trim().toLowerCase() === key)
      return entity.text.slice(colon + 1).trim();
  }
  return undefined;
}

interface ApparelBlock {
  readonly name: string;
  readonly size: string;
  readonly entities: readonly DxfEntity[];
}

/** Blocks with a boundary on layer 1, one a piece: of several sizes only one. */
function apparelBlocks(document: DxfDocument, { size }: DxfImportOptions, notes: ImportNote[]): ApparelBlock[] {
  const blocks = [...document.blocks]
    .filter(([, entities]) => entities.some((entity) => entity.kind === 'line' && entity.layer === '1'))
    .map(([blockName, entities]) => ({
      name: textValue(entities, 'piece name') || blockName,
      size: textValue(entities, 'size') ?? '',
      entities,
    }));
  const sizes = [...new Set(blocks.map((block) => block.size))];
  const wanted = size ?? textValue(document.entities, 'sample size') ?? sizes[0];
  if (size !== undefined && !sizes.includes(size)) {
    throw ServiceError.ofProblems('invalid', [
      { path: 'size', code: 'invalid_choice', message: `size: the file has ${sizes.join(', ')}`, choices: sizes },
    ]);
  }
  if (sizes.length > 1)
    notes.push({
      code: 'sizes_left_out',
      message: `the file has the sizes ${sizes.join(', ')}; taken over is ${wanted}`,
    });
  const byName = new Map<string, ApparelBlock[]>();
  for (const block of blocks) byName.set(block.name, [...(byName.get(block.name) ?? []), block]);
  return [...byName.values()].flatMap((same) => {
    const ofSize = same.filter((block) => block.size === wanted);
    const inOneSize = new Set(same.map((block) => block.size)).size === 1;
    return inOneSize ? same : ofSize.length > 0 ? ofSize : same.slice(0, 1);
  });
}

function apparelPiece({ name, entities }: ApparelBlock, scale: number, notes: ImportNote[]): StaticPiece[] {
  const place = ([x, y]: Point): Point => [x * scale + 0, -y * scale + 0];
  const lines = (layer: string): Point[][] =>
    entities.flatMap((entity) => {
      if (entity.kind !== 'line' || entity.layer !== layer) return [];
      const points = entity.points.map(place);
      return [entity.closed ? [...points, points[0]!] : points];
    });
  const boundary = outline(lines('1'));
  if (!boundary) {
    notes.push({ code: 'piece_left_out', message: `the boundary of "${name}" does not close to a simple outline` });
    return [];
  }
  const points = (layer: string) =>
    entities.filter((entity) => entity.kind === 'point').filter((entity) => entity.layer === layer);
  const segment = (layer: string): [Point, Point] | null => {
    const [line] = lines(layer);
    return line ? [line[0]!, line.at(-1)!] : null;
  };
  const { quantity, mirrored } = quantityOf(textValue(entities, 'quantity'));
  return [
    {
      id: idOf(name),
      name: name.slice(0, 100),
      boundary,
      seamLine: outline(lines('14')),
      seamAllowance: 0,
      foldLine: segment('6'),
      grainline: segment('7'),
      holes: lines('11')
        .map((line) => outline([line]))
        .filter((hole) => hole !== null),
      notches: ['4', '80', '81', '82', '83'].flatMap((layer) =>
        points(layer).map(({ at }) => ({ at: place(at), type: 'slit' as const })),
      ),
      drillHoles: points('13').map(({ at, z }) => ({ at: place(at), diameter: Math.abs(z) * scale })),
      internalLines: lines('8').map((line) => ({ kind: 'mark' as const, points: line })),
      quantity,
      mirrored,
      material: (textValue(entities, 'material') ?? textValue(entities, 'fabric') ?? 'fabric').slice(0, 64) || 'fabric',
    },
  ];
}

/** `2`, or `1,1`: so many, and so many mirrored. */
function quantityOf(text: string | undefined): { quantity: number; mirrored: boolean } {
  const [plain = 1, flipped = 0] = (text ?? '')
    .split(/[,;]/)
    .map((part) => Number.parseInt(part, 10))
    .filter((value) => value >= 0);
  return { quantity: Math.max(1, Math.min(1000, plain + flipped)), mirrored: flipped > 0 };
}

/** The largest closed outline that lines form together; cleaned where it crosses itself. */
function outline(lines: readonly (readonly Point[])[]): Point[] | null {
  const [largest] = chainLines(lines, jointTolerance).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
  if (!largest || Math.abs(loopArea(largest)) < 1) return null;
  if (!outlineFault(largest)) return largest;
  const clean = simpleOuter(unite([positive(largest)]));
  return clean ? [...clean] : null;
}

/** Closed lines that lie in no other one are pieces, those inside their internal lines; inserted blocks included. */
function plainPieces(document: DxfDocument, scale: number): StaticPiece[] {
  const loose: Point[][] = [];
  collect(document, document.entities, ([x, y]) => [x * scale, -y * scale], loose, 0);
  const closed = chainLines(loose, jointTolerance)
    .filter(
      (line) =>
        line.length > 3 && Math.hypot(line[0]![0] - line.at(-1)![0], line[0]![1] - line.at(-1)![1]) <= jointTolerance,
    )
    .map((line) => outline([line]))
    .filter((line) => line !== null)
    .sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
  const pieces: { outline: Point[]; inner: Point[][] }[] = [];
  for (const line of closed) {
    const outer = pieces.find((piece) => inside(piece.outline, line[0]!));
    if (outer) outer.inner.push(line);
    else pieces.push({ outline: line, inner: [] });
  }
  return pieces.map(({ outline: boundary, inner }, i) => ({
    id: `piece-${i + 1}`,
    name: `Piece ${i + 1}`,
    boundary,
    seamLine: null,
    seamAllowance: 0,
    foldLine: null,
    grainline: null,
    holes: [],
    notches: [],
    drillHoles: [],
    internalLines: inner.map((points) => ({ kind: 'mark' as const, points })),
    quantity: 1,
    mirrored: false,
    material: 'fabric',
  }));
}

const maxInsertDepth = 4;

function collect(
  document: DxfDocument,
  entities: readonly DxfEntity[],
  map: (point: Point) => Point,
  into: Point[][],
  depth: number,
): void {
  for (const entity of entities) {
    if (entity.kind === 'line') {
      const points = entity.points.map(map);
      into.push(entity.closed ? [...points, points[0]!] : points);
    } else if (entity.kind === 'insert' && depth < maxInsertDepth) {
      const { at, scale, rotation } = entity;
      const angle = (rotation * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const nested = ([x, y]: Point): Point => {
        const [sx, sy] = [x * scale[0], y * scale[1]];
        return map([at[0] + sx * cos - sy * sin, at[1] + sx * sin + sy * cos]);
      };
      collect(document, document.blocks.get(entity.block) ?? [], nested, into, depth + 1);
    }
  }
}

function inside(loop: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [ax, ay] = loop[i]!;
    const [bx, by] = loop[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

function withUniqueIds(pieces: readonly StaticPiece[]): StaticPiece[] {
  const taken = new Set<string>();
  return pieces.map((piece) => {
    let { id } = piece;
    for (let i = 2; taken.has(id); i++) id = `${piece.id.slice(0, 58)}-${i}`;
    taken.add(id);
    return { ...piece, id };
  });
}
