/**
 * Turns a drawing, SVG or DXF, into parts to nest: closed outlines in millimetres, with their openings. Layers named for sheets
 * and keep-out zones give those. An apparel DXF gives each piece as often as it is cut.
 */

import { closedLoops, type NamedLine, nestedOutlines } from '../../drawing/closed-outlines.js';
import { DxfError } from '../../drawing/dxf-groups.js';
import { dxfLines } from '../../drawing/dxf-lines.js';
import { type DxfDocument, readDxf } from '../../drawing/dxf-reader.js';
import type { LeftOut } from '../../drawing/left-out.js';
import { boxOf } from '../../drawing/plane.js';
import { SvgError } from '../../drawing/svg-element.js';
import { readSvgLines } from '../../drawing/svg-reader.js';
import { readXml, XmlError } from '../../drawing/xml.js';
import { ServiceError } from '../../errors.js';
import type { Point } from '../../geometry/point.js';
import { isApparel } from '../../patterns/import/apparel.js';
import { importDocument } from '../../patterns/import/dxf.js';
import { drawingUnit, ownUnitNote, unitNote } from '../../patterns/import/dxf-unit.js';
import { guessedSentence } from '../../patterns/import/note.js';
import { refuseSize, type Sizes } from '../../patterns/import/sizes.js';
import { draftStatic } from '../../patterns/static/draft-static.js';

export interface DrawnPart {
  readonly id: string;
  readonly points: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
}

export interface DrawnParts {
  readonly parts: readonly DrawnPart[];
  /** Outlines on layers or in groups named for sheets, with their openings and their keep-out zones. */
  readonly sheets: readonly { readonly points: readonly Point[]; readonly holes: readonly (readonly Point[])[] }[];
  /** Omissions and assumptions, one sentence each. */
  readonly notes: readonly string[];
  /** The sizes of a graded DXF; absent: the file offers no choice. */
  readonly sizes?: Sizes | undefined;
}

export type DrawingFormat = 'svg' | 'dxf';

export interface ReadPartsOptions {
  readonly format: DrawingFormat;
  /** Millimetres per unit, for a file that does not say. Default 1 in a DXF, a pixel of CSS (25.4/96) in an SVG. */
  readonly unitMm?: number;
  /** The size of a graded apparel DXF, or `all`. Default: its sample size. */
  readonly size?: string;
}

/** @throws ServiceError `invalid` if the file cannot be read, or holds no closed outline */
export function readParts(source: string, options: ReadPartsOptions): DrawnParts {
  const drawn = understood(() =>
    options.format === 'dxf' ? dxfParts(readDxf(source), options) : svgParts(source, options),
  );
  if (drawn.parts.length === 0) {
    throw refusal('no_outline', ['the file holds no closed outline', ...drawn.notes].join('; '));
  }
  return { ...drawn, parts: withUniqueIds(drawn.parts) };
}

function understood(read: () => DrawnParts): DrawnParts {
  try {
    return read();
  } catch (error) {
    if (error instanceof DxfError) throw refusal('invalid_dxf', error.message);
    if (error instanceof SvgError || error instanceof XmlError) throw refusal('invalid_svg', error.message);
    throw error;
  }
}

const refusal = (code: string, message: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path: 'file', code, message: `file: ${message}` }]);

function dxfParts(document: DxfDocument, options: ReadPartsOptions): DrawnParts {
  if (isApparel(document)) return apparelParts(document, options);
  refuseSize(options.size);
  const { mm, assumed, overruled } = drawingUnit(document, options.unitMm);
  const { lines, leftOut, guessed } = dxfLines(document, mm);
  const drawn = partsOfLines(
    lines.map(({ layer, ...line }) => ({ ...line, name: layer, group: '', role: roleOf([layer]) })),
    leftOut,
  );
  const notes = [
    ...(assumed ? [unitNote] : []),
    ...(overruled ? [ownUnitNote] : []),
    ...drawn.notes,
    ...(guessed > 0 ? [guessedSentence(guessed)] : []),
  ];
  return { ...drawn, notes };
}

function svgParts(source: string, { size, unitMm }: ReadPartsOptions): DrawnParts {
  refuseSize(size);
  const drawing = readSvgLines(readXml(withoutDocumentType(source)), unitMm);
  const all = drawing.lines.map(({ id, groups, ...line }) => {
    const group = groups.at(-1) ?? '';
    return { ...line, name: id || group, group, role: roleOf([id, ...groups]) };
  });
  const lines = withoutGround(all, drawing.leftOut);
  const { clipped, ignoredRules } = drawing;
  const drawn = partsOfLines(lines, drawing.leftOut);
  const notes = [
    ...(drawing.knowsUnit || unitMm !== undefined ? [] : [pixelNote]),
    ...(drawing.knowsUnit && unitMm !== undefined ? [ownUnitNote] : []),
    ...drawn.notes,
    ...(clipped.isEmpty ? [] : [`taken whole, although partly hidden: ${clipped.list}`]),
    ...(ignoredRules === 0 ? [] : [`unknown style rules, which may hide or move lines: ${ignoredRules}`]),
  ];
  return { ...drawn, notes };
}

/** Without the paper, and without a background if anything else remains. An outline named as a sheet is kept. */
function withoutGround<Each extends Line & { ground?: string }>(lines: readonly Each[], leftOut: LeftOut): Each[] {
  const isAlone = lines.length === 1;
  return lines.filter(({ ground, role }) => {
    const isGround = ground !== undefined && role === 'part' && !(isAlone && ground.endsWith('(background)'));
    if (isGround) leftOut.add(ground);
    return !isGround;
  });
}

const pixelNote =
  'the page has no size in mm, cm, in, pt, pc or Q with a viewBox; pixels of 25.4/96 mm are assumed (Illustrator means 25.4/72)';

const documentType = /<!DOCTYPE[^[>]*(?:\[([^\]]*)\]\s*)?>/i;
const mostExpanded = 16 * 1024 * 1024;

/** Drops the document type of drawing programs and puts its entities in place: Illustrator keeps styles there. */
function withoutDocumentType(source: string): string {
  const [whole, declarations = ''] = documentType.exec(source) ?? [''];
  const entities = new Map(
    [...declarations.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g)].map(
      ([, name, double, single]): [string, string] => [name!, double ?? single ?? ''],
    ),
  );
  const rest = source.replace(whole, '');
  if (entities.size === 0) return rest;
  let length = rest.length;
  return rest.replace(/&([\w.-]+);/g, (reference, name: string) => {
    const text = entities.get(name) ?? reference;
    length += text.length - reference.length;
    if (length > mostExpanded) throw new XmlError('the entities of the file are too long', 0);
    return text;
  });
}

interface Line extends NamedLine {
  readonly role: 'part' | 'sheet' | 'keepOut' | 'quality';
}

function roleOf(names: readonly string[]): Line['role'] {
  if (names.some((name) => /^(keep[-_ ]?out|defect)/i.test(name))) return 'keepOut';
  if (names.some((name) => /^quality$/i.test(name))) return 'quality';
  // A number or an underscore may follow, but not the rest of another word, such as `binding`.
  return names.some((name) => /^(sheet|bin)s?(?!\p{L})/iu.test(name)) ? 'sheet' : 'part';
}

function partsOfLines(lines: readonly Line[], leftOut: LeftOut): DrawnParts {
  const outlinesOf = (role: Line['role']) => {
    const { loops, open, leftOut: unfit } = closedLoops(lines.filter((line) => line.role === role));
    leftOut.addAll(unfit);
    leftOut.add(['open line', 'open lines'], open.length);
    return nestedOutlines(loops);
  };
  const parts = outlinesOf('part').map(({ name, ...outline }) => ({ id: name, ...outline }));
  const zones = outlinesOf('keepOut').map(({ points }) => points);
  const sheets = outlinesOf('sheet').map(({ points, holes }) => ({
    points,
    holes: [...holes, ...zones.filter((zone) => overlap(zone, points))],
  }));
  const idle = zones.filter((zone) => !sheets.some(({ points }) => overlap(zone, points)));
  const ofQuality = lines.filter(({ role }) => role === 'quality').length;
  leftOut.add(['zone of quality', 'zones of quality'], ofQuality);
  leftOut.add(['keep-out zone in no sheet', 'keep-out zones in no sheet'], idle.length);
  return { parts, sheets, notes: leftOut.isEmpty ? [] : [leftOut.sentence] };
}

function overlap(zone: readonly Point[], sheet: readonly Point[]): boolean {
  const [a, b] = [boxOf(zone), boxOf(sheet)];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function apparelParts(document: DxfDocument, { unitMm, size }: ReadPartsOptions): DrawnParts {
  const { content, notes, sizes } = importDocument(document, {
    name: 'parts',
    ...(unitMm !== undefined && { unitMm }),
    ...(size !== undefined && { size }),
  });
  // a piece drawn as a half is cut whole
  const { pieces, errors } = draftStatic(content, { variables: {}, unfold: true });
  const parts = pieces.flatMap(({ name, boundary, holes, quantity, mirrored }) =>
    Array.from({ length: quantity }, (_, copy) => {
      // every second copy of a mirrored pair is flipped
      const flip = mirrored && copy % 2 === 1;
      const outline = (closed: readonly Point[]): readonly Point[] => {
        const points = closed.slice(0, -1);
        return flip ? points.map(([x, y]) => [-x, y]) : points;
      };
      return { id: name, points: outline(boundary), holes: holes.map(outline) };
    }),
  );
  return { parts, sheets: [], notes: [...notes, ...errors].map(({ message }) => message), sizes };
}

/** Keeps a unique name and numbers the others, past the names in the file. */
function withUniqueIds(parts: readonly DrawnPart[]): DrawnPart[] {
  const counts = new Map<string, number>();
  for (const { id } of parts) counts.set(id, (counts.get(id) ?? 0) + 1);
  const used = new Map<string, number>();
  return parts.map((part) => {
    const name = part.id || 'part';
    if (part.id !== '' && counts.get(part.id) === 1) return part;
    let number = (used.get(name) ?? 0) + 1;
    while (counts.has(`${name}-${number}`)) number++;
    used.set(name, number);
    return { ...part, id: `${name}-${number}` };
  });
}
