/**
 * Apparel DXF as cutting rooms exchange it: ASTM D6673 and its parent ANSI/AAMA-292, in DXF R12. Each piece is a block
 * with numbered layers. Texts such as `Piece Name: Front` carry the facts that geometry cannot.
 *
 * Layers: 1 boundary and texts, 2 turn points, 3 curve points, 4 notches, 6 mirror line, 7 grain line; 8 internal
 * lines, 11 cut-outs, 13 drill holes, 14 sew line, 15 annotation; ASTM adds 84-87, quality validation curves of 1, 8,
 * 11, 14.
 */
import type { Point } from '../geometry/point.js';
import {
  ascii,
  block,
  centredText,
  type DxfPoint,
  dxfFile,
  insert,
  lettered,
  line,
  point,
  polyline,
  type Tag,
  text,
} from './dxf-tags.js';
import { shortened, wrapped } from './wrapped.js';

/** mm, y down; closed outlines may repeat their first point. */
export interface ApparelPiece {
  readonly name: string;
  /** Default: that of the file. */
  readonly size?: string;
  /** Where its block is put, mm, y down. Default: 0, 0. */
  readonly insertAt?: Point;
  /** Numbers of grade rules, one for each point of the boundary without a repeated first one. */
  readonly gradeRules?: readonly number[];
  readonly boundary: readonly Point[];
  readonly seamLine: readonly Point[] | null;
  readonly grainline: readonly [Point, Point] | null;
  /** A fold drawn inside the piece, or the mirror edge of a half piece. */
  readonly foldLine: readonly [Point, Point] | null;
  readonly notches: readonly {
    readonly at: Point;
    readonly type: 'slit' | 'v' | 'back';
    readonly angle: number;
    readonly depth: number;
  }[];
  readonly drillHoles: readonly { readonly at: Point; readonly diameter: number }[];
  readonly holes: readonly (readonly Point[])[];
  readonly internalLines: readonly { readonly points: readonly Point[] }[];
  /** Words around their middle; the angle is the reading direction, degrees from x towards y. */
  readonly texts: readonly { readonly at: Point; readonly text: string; readonly angle: number }[];
  /** Each has a drawn mark and a word; nothing of it is cut or drilled. */
  readonly fasteners: readonly {
    readonly kind: string;
    readonly at: Point;
    readonly angle: number;
    readonly size: number;
  }[];
  readonly quantity: number;
  /** Half of the copies are mirror images. */
  readonly mirrored: boolean;
  readonly material: string;
}

export type ApparelUnits = 'metric' | 'english';

/** How many units of the file a millimetre has. */
export const unitsIn: Readonly<Record<ApparelUnits, number>> = { metric: 1, english: 1 / 25.4 };

export interface ApparelDxfOptions {
  readonly dialect: 'astm' | 'aama';
  /** METRIC files are in mm, ENGLISH ones in inches. */
  readonly units: ApparelUnits;
  /** Name of the size. */
  readonly size: string;
  readonly styleName: string;
  /** Notes for the maker beside the pieces, line by line. */
  readonly hints: readonly string[];
  /** True: pieces are halves, and their fold lines are mirror lines. */
  readonly halves: boolean;
  /** The date of the drafted version, not of the writing: equal requests give equal files. ISO 8601. */
  readonly createdAt: string;
}

const textHeightMm = 6;
/** The longest text that R12 readers take, in characters of the file. */
const longestText = 250;
const isReadable = (line: string): boolean => lettered(line).length <= longestText;
/** By which a drawn curve differs from the true one at most. */
const curveToleranceMm = 0.1;
/** Height of the numbers of grade rules. */
const ruleHeightMm = 1;
/** Height of annotations. */
const wordHeightMm = 3.5;
/** Corners that turn by more than this are turn points, others curve points. */
const turnPointDegrees = 15;
const validationCurves: Readonly<Record<string, string>> = { '1': '84', '8': '85', '11': '86', '14': '87' };

/** The text of the file. */
export function writeApparelDxf(pieces: readonly ApparelPiece[], options: ApparelDxfOptions): string {
  const scale = unitsIn[options.units];
  const place = ([x, y]: Point): DxfPoint => ({ x: x * scale, y: -y * scale });
  const names = blockNames(pieces, options.size);
  const blocks = pieces.flatMap((piece, i) => block(names[i]!, '1', pieceTags(piece, options, place, scale)));
  const corners = pieces.flatMap(({ boundary, insertAt: [dx, dy] = [0, 0] }) =>
    boundary.map(([x, y]) => place([x + dx, y + dy])),
  );
  const extents = {
    min: { x: least(corners.map(({ x }) => x)), y: least(corners.map(({ y }) => y)) },
    max: { x: -least(corners.map(({ x }) => -x)), y: -least(corners.map(({ y }) => -y)) },
  };
  const height = textHeightMm * scale;
  const written = [
    ...styleTexts(options),
    ...options.hints.flatMap((hint) => {
      const noted = (line: string): string => `Annotation: ${line}`;
      return wrapped(hint, (line) => isReadable(noted(line))).map(noted);
    }),
  ];
  const style = written.flatMap((content, i) =>
    text('1', { x: extents.min.x, y: extents.min.y - (2 + 1.8 * i) * height }, height, content),
  );
  const layers = ['1', '2', '3', '4', '6', '7', '8', '11', '13', '14', '15'];
  if (options.dialect === 'astm') layers.push('84', '85', '86', '87');
  return dxfFile(
    layers,
    blocks,
    [...style, ...names.flatMap((name, i) => insert(name, '1', place(pieces[i]!.insertAt ?? [0, 0])))],
    extents,
  );
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);

function styleTexts({ dialect, units, size, styleName, createdAt }: ApparelDxfOptions): string[] {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(createdAt) ?? [];
  const common = [
    shortened(`Style Name: ${styleName}`, isReadable),
    `Creation Date: ${day}-${month}-${year}`,
    `Creation Time: ${time}`,
    `Sample Size: ${size}`,
    `Units: ${units.toUpperCase()}`,
  ];
  const tolerance = `Tolerance: ${Number((curveToleranceMm * unitsIn[units]).toFixed(5))}`;
  if (dialect === 'aama') return [...common, 'Author: Selvage', 'Product: Selvage', 'Version: 1', tolerance];
  return ['ASTM/D13Proposal 1 Version: D 6673-04', ...common, 'Author: Selvage ; Selvage ; 1', `Curve ${tolerance}`];
}

/** R12 names: at most 31 characters of A-Z, 0-9, _ and -; a number tells equal names apart. */
function blockNames(pieces: readonly ApparelPiece[], size: string): string[] {
  const taken = new Set<string>();
  const clean = (name: string): string =>
    ascii(name)
      .toUpperCase()
      .replace(/[^A-Z0-9-]+/g, '_');
  return pieces.map(({ name, size: own = size }) => {
    const suffix = `_${clean(own).slice(0, 16)}`;
    const stem = clean(name).slice(0, 31 - suffix.length);
    let candidate = stem + suffix;
    for (let i = 2; taken.has(candidate); i++)
      candidate = `${stem.slice(0, 31 - suffix.length - `-${i}`.length)}-${i}${suffix}`;
    taken.add(candidate);
    return candidate;
  });
}

function pieceTags(
  piece: ApparelPiece,
  options: ApparelDxfOptions,
  place: (point: Point) => DxfPoint,
  scale: number,
): Tag[] {
  const astm = options.dialect === 'astm';
  const curve = (layer: string, points: readonly Point[], closed: boolean): Tag[] => {
    const drawn = (closed ? open(points) : points).map(place);
    const tags = [...polyline(layer, drawn, closed), ...corners(drawn, closed)];
    return astm ? [...tags, ...polyline(validationCurves[layer]!, drawn, closed)] : tags;
  };
  const fold = piece.foldLine;
  return [
    ...pieceTexts(piece, options, place, scale),
    ...curve('1', piece.boundary, true),
    ...(piece.gradeRules ?? []).flatMap((rule, i) =>
      text('1', place(piece.boundary[i]!), ruleHeightMm * scale, `# ${rule}`),
    ),
    ...(piece.seamLine ? curve('14', piece.seamLine, true) : []),
    ...piece.holes.flatMap((hole) => curve('11', hole, true)),
    ...piece.internalLines.flatMap(({ points }) => curve('8', points, false)),
    ...(fold && options.halves ? line('6', place(fold[0]), place(fold[1])) : []),
    ...(fold && !options.halves ? curve('8', fold, false) : []),
    ...piece.fasteners.flatMap((fastener) => fastenerLines(fastener).flatMap((points) => curve('8', points, false))),
    ...annotations(piece, options.halves).flatMap((words) => annotation(words, place, scale)),
    ...(piece.grainline ? line('7', place(piece.grainline[0]), place(piece.grainline[1])) : []),
    ...piece.notches.flatMap(({ at, type, angle, depth }): Tag[] => [
      ...point('4', place(at), depth * scale),
      // width of the cut: a slit has none
      [39, type === 'slit' ? 0 : 4 * scale],
      [50, (360 - angle) % 360],
    ]),
    ...piece.drillHoles.flatMap(({ at, diameter }) => point('13', place(at), diameter * scale)),
  ];
}

function pieceTexts(
  piece: ApparelPiece,
  options: ApparelDxfOptions,
  place: (point: Point) => DxfPoint,
  scale: number,
): Tag[] {
  const { name, quantity, mirrored, material } = piece;
  const flipped = mirrored ? Math.floor(quantity / 2) : 0;
  const copies = options.dialect === 'astm' ? `${quantity - flipped},${flipped}` : `${quantity}`;
  const contents = [
    `Piece Name: ${name}`,
    `Size: ${piece.size ?? options.size}`,
    `Quantity: ${copies}`,
    `Material: ${material}`,
    `Annotation: ${quantity} x ${material}${options.halves && piece.foldLine ? ', on the fold' : ''}${mirrored ? ', mirrored' : ''}`,
  ];
  const xs = piece.boundary.map(([x]) => x);
  const ys = piece.boundary.map(([, y]) => y);
  const middle = place([(least(xs) - least(xs.map((x) => -x))) / 2, (least(ys) - least(ys.map((y) => -y))) / 2]);
  const height = textHeightMm * scale;
  return contents.flatMap((content, i) =>
    text('1', { x: middle.x, y: middle.y - 1.8 * i * height }, height, shortened(content, isReadable)),
  );
}

/** A bar for a buttonhole, a cross for a round fastener: lines that a plotter draws and a cutter leaves alone. */
function fastenerLines({ kind, at: [x, y], angle, size }: ApparelPiece['fasteners'][number]): Point[][] {
  const stroke = (degrees: number): Point[] => {
    const radians = (degrees * Math.PI) / 180;
    const [dx, dy] = [(size / 2) * Math.cos(radians), (size / 2) * Math.sin(radians)];
    return [
      [x - dx, y - dy],
      [x + dx, y + dy],
    ];
  };
  return kind === 'buttonhole' ? [stroke(angle)] : [stroke(0), stroke(90)];
}

/** The words of a piece, of its fasteners and of its fold. */
function annotations({ texts, fasteners, foldLine }: ApparelPiece, halves: boolean): ApparelPiece['texts'] {
  const named = fasteners.map(({ kind, at: [x, y], size }) => {
    const at: Point = [x, y - size / 2 - wordHeightMm];
    return { at, text: `${kind} ${Math.round(size * 10) / 10} mm`, angle: 0 };
  });
  if (!foldLine) return [...texts, ...named];
  const [[ax, ay], [bx, by]] = foldLine;
  const middle: Point = [(ax + bx) / 2, (ay + by) / 2];
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return [...texts, ...named, { at: middle, text: halves ? 'place on the fold' : 'fold', angle }];
}

function annotation(
  { at, text: words, angle }: ApparelPiece['texts'][number],
  place: (point: Point) => DxfPoint,
  scale: number,
): Tag[] {
  const radians = (angle * Math.PI) / 180;
  // the middle of the baseline lies half a capital under the middle of the words
  const [dx, dy] = [(-wordHeightMm / 2) * Math.sin(radians), (wordHeightMm / 2) * Math.cos(radians)];
  return centredText(
    '15',
    place([at[0] + dx, at[1] + dy]),
    wordHeightMm * scale,
    shortened(words, isReadable),
    (360 - angle) % 360,
  );
}

const open = (points: readonly Point[]): readonly Point[] => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && points.length > 1 && first[0] === last[0] && first[1] === last[1]
    ? points.slice(0, -1)
    : points;
};

/** Turn points (layer 2) and curve points (layer 3) of a line; the ends of an open one are turn points. */
function corners(points: readonly DxfPoint[], closed: boolean): Tag[] {
  return points.flatMap((at, i) => {
    const before = points[i - 1] ?? (closed ? points.at(-1) : undefined);
    const after = points[i + 1] ?? (closed ? points[0] : undefined);
    return point(before && after && turnDegrees(before, at, after) < turnPointDegrees ? '3' : '2', at);
  });
}

function turnDegrees(a: DxfPoint, b: DxfPoint, c: DxfPoint): number {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  return (Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)) * 180) / Math.PI;
}
