/**
 * Turns a DXF file into a `static` pattern: AAMA/ASTM files by their layers and texts, others by their closed lines. Says
 * what it did not take over.
 */
import { DxfError } from '../../drawing/dxf-groups.js';
import { type DxfDocument, readDxf } from '../../drawing/dxf-reader.js';
import { ServiceError } from '../../errors.js';
import type { StaticContent, StaticPiece } from '../static/content.js';
import { apparelPieces, isApparel } from './apparel.js';
import { drawingUnit, ownUnitNote, unitNote } from './dxf-unit.js';
import type { ImportNote } from './note.js';
import { plainPieces } from './plain.js';
import { refuseSize, type Sizes } from './sizes.js';

export interface DxfImport {
  readonly content: StaticContent;
  readonly notes: readonly ImportNote[];
  /** Of a file with several; absent: it has no choice. */
  readonly sizes?: Sizes | undefined;
}

export interface DxfImportOptions {
  readonly name: string;
  /** Which size of a graded file, or `all`; default the sample size, else the first. */
  readonly size?: string;
  /** mm in one unit of the drawing, where the file does not say. */
  readonly unitMm?: number;
  /** Whether closed lines inside others are openings, in a file that is no apparel DXF; default: marks. */
  readonly holes?: boolean;
}

/** Throws `invalid` where the file cannot be read or holds no closed outline. */
export const importDxf = (source: string, options: DxfImportOptions): DxfImport =>
  importDocument(read(source), options);

export function importDocument(document: DxfDocument, options: DxfImportOptions): DxfImport {
  const notes: ImportNote[] = [];
  const { mm, assumed, overruled } = drawingUnit(document, options.unitMm);
  if (assumed) notes.push({ code: 'unit_assumed', message: unitNote });
  if (overruled) notes.push({ code: 'own_unit', message: ownUnitNote });
  const apparel = isApparel(document);
  if (!apparel) refuseSize(options.size);
  else if (options.holes)
    notes.push({ code: 'holes_by_layer', message: 'openings of an apparel DXF are those on layer 11' });
  const found = apparel ? apparelPieces(document, mm, options.size) : plainPieces(document, mm, options.holes ?? false);
  notes.push(...found.notes);
  if (found.pieces.length === 0) {
    const why = found.notes.map(({ message }) => `; ${message}`).join('');
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'no_outline', message: `file: it holds no closed outline${why}` },
    ]);
  }
  return {
    content: {
      schema: 'pattern-static/1',
      name: options.name,
      description: '',
      unit: 'mm',
      pieces: withUniqueIds(found.pieces),
    },
    notes,
    sizes: found.sizes,
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

function withUniqueIds(pieces: readonly StaticPiece[]): StaticPiece[] {
  const taken = new Set<string>();
  return pieces.map((piece) => {
    let { id } = piece;
    for (let i = 2; taken.has(id); i++) id = `${piece.id.slice(0, 58)}-${i}`;
    taken.add(id);
    return { ...piece, id };
  });
}
