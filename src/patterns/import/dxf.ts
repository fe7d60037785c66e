/**
 * Turns a DXF file into a `static` pattern. AAMA/ASTM files are read by their layers and texts, other files by their
 * closed lines. Notes list everything left out.
 */
import { DxfError } from '../../drawing/dxf-groups.js';
import { type DxfDocument, readDxf } from '../../drawing/dxf-reader.js';
import { ServiceError } from '../../errors.js';
import { freeId } from '../definition/piece-ids.js';
import type { StaticContent, StaticPiece } from '../static/content.js';
import { apparelPieces, isApparel } from './apparel.js';
import { drawingUnit, ownUnitNote, unitNote } from './dxf-unit.js';
import type { ImportNote } from './note.js';
import { plainPieces } from './plain.js';
import { refuseSize, type Sizes } from './sizes.js';

export interface DxfImport {
  readonly content: StaticContent;
  readonly notes: readonly ImportNote[];
  /** Present if the file has several sizes. */
  readonly sizes?: Sizes | undefined;
}

export interface DxfImportOptions {
  readonly name: string;
  /** The size to import from a graded file, or `all`; by default its sample size, else its first. */
  readonly size?: string;
  /** mm in one unit of the drawing, for files that do not give their unit. */
  readonly unitMm?: number;
  /** In a plain DXF, closed lines inside others become openings if true, marks otherwise. */
  readonly holes?: boolean;
}

/** @throws ServiceError `invalid` if the file cannot be read, or holds no closed outline */
export function importDxf(source: string, options: DxfImportOptions): DxfImport {
  try {
    return importDocument(readDxf(source), options);
  } catch (error) {
    if (!(error instanceof DxfError)) throw error;
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'invalid_dxf', message: `file: ${error.message}` },
    ]);
  }
}

/** @throws DxfError if the drawing shows too much; ServiceError `invalid` if it holds no closed outline */
export function importDocument(document: DxfDocument, options: DxfImportOptions): DxfImport {
  const notes: ImportNote[] = [];
  const { mm, assumed, overruled } = drawingUnit(document, options.unitMm);
  if (assumed) notes.push({ code: 'unit_assumed', message: unitNote });
  if (overruled) notes.push({ code: 'own_unit', message: ownUnitNote });
  const apparel = isApparel(document);
  if (!apparel) refuseSize(options.size);
  else if (options.holes)
    notes.push({
      code: 'holes_by_layer',
      message: 'an apparel DXF has its openings on layer 11; the option for holes was ignored',
    });
  const found = apparel ? apparelPieces(document, mm, options.size) : plainPieces(document, mm, options.holes ?? false);
  notes.push(...found.notes);
  if (found.pieces.length === 0) {
    const why = found.notes.map(({ message }) => `; ${message}`).join('');
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'no_outline', message: `file: the file holds no closed outline${why}` },
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

function withUniqueIds(pieces: readonly StaticPiece[]): StaticPiece[] {
  const taken = new Set<string>();
  return pieces.map((piece) => {
    const id = freeId(piece.id, (one) => taken.has(one));
    taken.add(id);
    return { ...piece, id };
  });
}
