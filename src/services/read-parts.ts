/**
 * Turns a drawing, SVG or DXF, into parts to nest: closed outlines in millimetres, with their openings, and the sheets
 * and keep-out zones that the drawing has on layers of those names. Apparel DXF gives its pieces, as often as they are
 * cut.
 */
import { closedOutlines, type NamedLine } from '../drawing/closed-outlines.js';
import { dxfLines } from '../drawing/dxf-lines.js';
import { DxfError, readDxf } from '../drawing/dxf-reader.js';
import type { Point } from '../drawing/plane.js';
import { readSvgLines, SvgError } from '../drawing/svg-reader.js';
import { readXml, XmlError } from '../drawing/xml.js';
import { ServiceError } from '../errors.js';
import { importDxf } from '../patterns/import/dxf.js';

export interface DrawnPart {
  readonly id: string;
  readonly points: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
}

export interface DrawnParts {
  readonly parts: readonly DrawnPart[];
  /** Outlines on layers or in groups named `sheet...`, with the keep-out zones in them. */
  readonly sheets: readonly { readonly points: readonly Point[]; readonly holes: readonly (readonly Point[])[] }[];
  /** What was not taken over, one sentence each. */
  readonly notes: readonly string[];
}

export type DrawingFormat = 'svg' | 'dxf';

export interface ReadPartsOptions {
  readonly format: DrawingFormat;
  /** mm in one unit of a DXF that does not say; default 1. */
  readonly unitMm?: number;
  /** Which size of a graded apparel DXF; default its sample size. */
  readonly size?: string;
}

/** @throws ServiceError `invalid` where the file cannot be read or holds no closed outline */
export function readParts(source: string, options: ReadPartsOptions): DrawnParts {
  const isApparel = options.format === 'dxf' && /^\s*piece name\s*:/im.test(source);
  const drawn = isApparel ? apparelParts(source, options) : partsOfLines(linesOf(source, options));
  if (drawn.parts.length === 0) throw refusal('no_outline', 'it holds no closed outline');
  return { ...drawn, parts: withUniqueIds(drawn.parts) };
}

interface Line extends NamedLine {
  readonly role: 'part' | 'sheet' | 'keepOut';
}

function linesOf(source: string, { format, unitMm }: ReadPartsOptions): Line[] {
  try {
    if (format === 'dxf') {
      return dxfLines(readDxf(source), unitMm).map(({ layer, ...line }) => ({
        ...line,
        name: layer,
        role: roleOf([layer]),
      }));
    }
    return readSvgLines(readXml(withoutDocumentType(source))).map(({ id, groups, ...line }) => ({
      ...line,
      name: id || (groups.at(-1) ?? ''),
      role: roleOf([id, ...groups]),
    }));
  } catch (error) {
    if (error instanceof DxfError) throw refusal('invalid_dxf', error.message);
    if (error instanceof SvgError || error instanceof XmlError) throw refusal('invalid_svg', error.message);
    throw error;
  }
}

const refusal = (code: string, message: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path: 'file', code, message: `file: ${message}` }]);

/** Drawing programs write one; what it declares has nothing to do with lines. */
const withoutDocumentType = (source: string): string => source.replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/i, '');

function roleOf(names: readonly string[]): Line['role'] {
  if (names.some((name) => /^(keep-?out|defect)/i.test(name))) return 'keepOut';
  return names.some((name) => /^(sheet|bin|fabric|stock)s?\b/i.test(name)) ? 'sheet' : 'part';
}

function partsOfLines(lines: readonly Line[]): DrawnParts {
  const of = (role: Line['role']) => closedOutlines(lines.filter((line) => line.role === role));
  const { outlines, open } = of('part');
  const zones = of('keepOut').outlines.map(({ points }) => points);
  const sheets = of('sheet').outlines.map(({ points }) => ({
    points,
    holes: zones.filter((zone) => zone.every((point) => isWithin(points, point))),
  }));
  return {
    parts: outlines.map(({ name, ...outline }) => ({ id: name, ...outline })),
    sheets,
    notes: open === 0 ? [] : [`${open} lines do not close to an outline and were left out`],
  };
}

function isWithin(points: readonly Point[], [x, y]: Point): boolean {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys);
}

function apparelParts(source: string, { unitMm, size }: ReadPartsOptions): DrawnParts {
  const { content, notes } = importDxf(source, {
    name: 'parts',
    ...(unitMm !== undefined && { unitMm }),
    ...(size !== undefined && { size }),
  });
  const parts = content.pieces.flatMap(({ name, boundary, holes, quantity, mirrored }) =>
    Array.from({ length: quantity }, (_, copy) => {
      // of a mirrored pair every second copy is turned over
      const flip = mirrored && copy % 2 === 1;
      const outline = (points: readonly Point[]): readonly Point[] => (flip ? points.map(([x, y]) => [-x, y]) : points);
      return { id: name, points: outline(boundary), holes: holes.map(outline) };
    }),
  );
  return { parts, sheets: [], notes: notes.map(({ message }) => message) };
}

/** Names as they are where each is there once; else numbered. */
function withUniqueIds(parts: readonly DrawnPart[]): DrawnPart[] {
  const counts = new Map<string, number>();
  for (const { id } of parts) counts.set(id, (counts.get(id) ?? 0) + 1);
  const used = new Map<string, number>();
  return parts.map((part) => {
    const name = part.id || 'part';
    if (part.id !== '' && counts.get(part.id) === 1) return part;
    const number = (used.get(name) ?? 0) + 1;
    used.set(name, number);
    return { ...part, id: `${name}-${number}` };
  });
}
